// Plain JavaScript: a loader would take its part of the memory that a large document needs.
// Prints the size of the tools/list result of the server that openapi-mcp-generator makes of a document, as UTF-8
// JSON. Fails when the list can't be written as JSON.
import { getToolsFromOpenApi } from "openapi-mcp-generator";

const tools = await getToolsFromOpenApi(process.argv[2], { dereference: true });
const listed = tools.map(({ name, description, inputSchema }) => ({
  name,
  description,
  inputSchema,
}));
process.stdout.write(String(Buffer.byteLength(JSON.stringify({ tools: listed }))));
