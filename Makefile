# What can be done here; `make help` lists it.

.DEFAULT_GOAL := help
.PHONY: help run demo migrate migration test lint audit bench bench-quick openapi clients

UPLIFT := target/release/uplift

# Most tests wait for processes and clocks more than they compute.
TEST_THREADS ?= 6

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(UPLIFT) ## Build, migrate, seed the demo workspace and serve on 127.0.0.1:8080
	@$(UPLIFT) migrate
	@$(UPLIFT) demo
	@exec $(UPLIFT) serve

demo: $(UPLIFT) ## Seed the demo workspace and print fresh keys for it
	@$(UPLIFT) demo

migrate: $(UPLIFT) ## Apply pending migrations to DATABASE_URL
	@$(UPLIFT) migrate

# Cargo knows best what has to be built again.
.PHONY: $(UPLIFT)
$(UPLIFT):
	cargo build --release --locked --package uplift

test: ## Run every test, on SQLite and on throwaway servers of PostgreSQL and Redis
	RUST_TEST_THREADS=$(TEST_THREADS) tests/with-postgres tests/with-browser tests/with-redis cargo test --locked --workspace

lint: ## Check format, lints, documentation and layering
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' cargo doc --locked --workspace --no-deps --document-private-items
	tests/layering

audit: ## Check dependencies for known vulnerabilities and for their licences
	cargo deny check

bench: $(UPLIFT) ## Measure the whole product against floors of the same run, in an hour and a half
	cargo bench --locked --package uplift-acceptance --bench bench --no-run
	tests/with-postgres --durable cargo bench --locked --package uplift-acceptance --bench bench

bench-quick: $(UPLIFT) ## Measure the essential rows of the bench, in five minutes
	cargo bench --locked --package uplift-acceptance --bench bench --no-run
	tests/with-postgres --durable cargo bench --locked --package uplift-acceptance --bench bench -- --quick

migration: ## Print the tables and indexes that a kind asks for on both databases: make migration KIND=goal
	@cargo run --quiet --locked --package uplift-persistence --example migration -- $(KIND)

openapi: ## Write the OpenAPI document to tests/fixtures/openapi.json
	cargo run --quiet --locked --package uplift -- openapi > tests/fixtures/openapi.json

clients: $(UPLIFT) ## Make a typed client from the OpenAPI document, and take the README's tour with it
	@tests/clients/run $(UPLIFT)
