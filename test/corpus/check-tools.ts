/** Checks every listed tool of a server. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { compileSchemas, type LabelledSchema } from "./compile-schemas.js";
import { refsOf, type JsonObject } from "./schema-refs.js";

/** Maximum size of a message on stdio, in bytes. */
const largestList = 10 * 1024 * 1024;
/** Two model APIs refuse a schema with one of these keywords at its root. */
const refusedAtRoot = ["oneOf", "anyOf", "allOf", "not", "enum", "const", "if", "$ref"];

/** Returns the list's size as UTF-8 JSON, and everything that is wrong with it. */
export function checkTools(tools: readonly Tool[]): {
  readonly bytes: number;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const names = new Set<string>();
  const inputs: LabelledSchema[] = [];
  const outputs: LabelledSchema[] = [];
  for (const { name, inputSchema, outputSchema } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) problems.push(`tool name ${JSON.stringify(name)}`);
    if (names.has(name)) problems.push(`two tools are called ${name}`);
    names.add(name);
    inputs.push({ label: `${name}.inputSchema`, schema: inputSchema });
    if (outputSchema) outputs.push({ label: `${name}.outputSchema`, schema: outputSchema });
  }
  for (const schemas of [inputs, outputs]) {
    for (const { label, schema } of schemas) problems.push(...checkSchema(label, schema));
    problems.push(...compileSchemas(schemas));
  }
  const bytes = Buffer.byteLength(JSON.stringify({ tools }));
  if (bytes > largestList) problems.push(`tools/list has ${bytes} bytes`);
  return { bytes, problems };
}

function checkSchema(label: string, schema: JsonObject): string[] {
  const problems: string[] = [];
  if (schema["type"] !== "object") problems.push(`${label}: its root is no object`);
  for (const keyword of refusedAtRoot) {
    if (Object.hasOwn(schema, keyword)) problems.push(`${label}: ${keyword} at its root`);
  }
  return [...problems, ...checkDefinitions(label, schema)];
}

/** Checks that `$defs` holds exactly the definitions that the schema refers to. */
function checkDefinitions(label: string, schema: JsonObject): string[] {
  const problems: string[] = [];
  const { $defs = {}, ...rest } = schema;
  const definitions = $defs as JsonObject;
  const reached = new Set<string>();
  const open: unknown[] = [rest];
  while (open.length > 0) {
    for (const ref of refsOf(open.pop())) {
      const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1];
      if (name === undefined || !Object.hasOwn(definitions, name)) {
        problems.push(`${label}: $ref ${ref} leads nowhere`);
      } else if (!reached.has(name)) {
        reached.add(name);
        open.push(definitions[name]);
      }
    }
  }
  const unused = Object.keys(definitions).filter((name) => !reached.has(name));
  if (unused.length > 0) problems.push(`${label}: unused $defs ${unused.slice(0, 5).join(", ")}`);
  return problems;
}
