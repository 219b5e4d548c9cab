// Writes the types of a client: generate.mjs ADDRESS-OF-THE-DOCUMENT FILE

import { writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [document, file] = process.argv.slice(2);

// Bytes are a `Blob` to whoever sends or receives them; the generator would call them a string.
const bytes = ts.factory.createTypeReferenceNode("Blob");
const tree = await openapiTS(new URL(document), {
  transform: (schema) => (schema.format === "binary" ? bytes : undefined),
});
await writeFile(file, astToString(tree));
