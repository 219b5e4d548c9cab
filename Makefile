# What can be done here; `make help` lists it.

.DEFAULT_GOAL := help
.PHONY: help run notice build install uninstall dist demo migrate migration test lint audit bench bench-quick openapi clients fuzz lint-openapi

CARGO ?= cargo
RELEASE := target/release/uplift
UPLIFT := $(RELEASE)

# Where `make install` puts what it installs; DESTDIR goes before it and stands in no file.
PREFIX ?= /usr/local

# What the lints and the tests are built with: dev is quick to build again, ci is quicker for a build that is new.
PROFILE ?= dev

# Most tests wait for processes and clocks more than they compute.
TEST_THREADS ?= 6

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The port and the settings are looked at before anything is touched. Keys of the four latest runs stay valid.
run: notice $(UPLIFT) ## Build, migrate, seed the demo workspace and serve on 127.0.0.1:8080
	@$(UPLIFT) serve --check --auto-migrate true >/dev/null
	@$(UPLIFT) migrate
	@$(UPLIFT) demo --keep
	@echo 'Serving until Ctrl-C; the data are in data/ unless DATABASE_URL and UPLIFT_ATTACHMENTS say otherwise.'
	@exec $(UPLIFT) serve

notice:
	@test -x $(UPLIFT) || echo 'Building $(UPLIFT): the first time this takes ten to fifteen minutes on two cores and 1 GB in target/.'

demo: $(UPLIFT) ## Seed the demo workspace, revoke its earlier keys and print fresh ones
	@$(UPLIFT) demo

migrate: $(UPLIFT) ## Apply pending migrations to DATABASE_URL
	@$(UPLIFT) migrate

# Cargo knows best what has to be built again.
.PHONY: $(RELEASE)
$(RELEASE):
	$(CARGO) build --release --locked --package uplift

build: $(UPLIFT) ## Build the release binary

# It builds nothing, so that root, who may have no compiler, can call it.
install: ## Install the built binary, its completions, its manual and its units beneath PREFIX
	@docs/deploy/install $(UPLIFT) '$(DESTDIR)' '$(PREFIX)'

uninstall: ## Remove what `make install` installed
	@docs/deploy/install --remove '$(DESTDIR)' '$(PREFIX)'

dist: $(UPLIFT) ## Make an archive to install elsewhere, in target/dist
	@docs/deploy/dist $(UPLIFT)

test: ## Run every test, on SQLite and on throwaway servers of PostgreSQL and Redis
	RUST_TEST_THREADS=$(TEST_THREADS) tests/with-postgres tests/with-programs cargo test --locked --profile $(PROFILE) --workspace --tests

lint: ## Check format, lints, documentation and layering
	cargo fmt --all --check
	cargo clippy --locked --profile $(PROFILE) --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS='--deny warnings' cargo doc --locked --profile $(PROFILE) --workspace --no-deps --document-private-items
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

clients: $(UPLIFT) ## Make clients from the OpenAPI document with six generators and take the tour with each
	@tests/with-server $(UPLIFT) tests/clients/run

# Checks that stand in the program for its tests are made here as well.
fuzz: ## Ask the service thousands of questions that its document allows and forbids, on both databases
	$(CARGO) build --locked --package uplift-acceptance --bin uplift-under-test
	tests/with-server target/debug/uplift-under-test tests/fuzz/run
	tests/with-postgres tests/with-server target/debug/uplift-under-test tests/fuzz/run

lint-openapi: $(UPLIFT) ## Hold both editions of the OpenAPI document to the rules of the common linters
	@tests/with-server $(UPLIFT) tests/linters/run
