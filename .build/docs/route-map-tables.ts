/** The keys of a route map, from its JSON Schema. */
import { routeMapSchema } from "../../src/routes/route-map-schema.js";
import { markdownTable } from "./markdown-table.js";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

const definitions = routeMapSchema.$defs as unknown as Readonly<Record<string, Schema>>;
const root = routeMapSchema.else as unknown as Schema;

/** A section for each kind of object in a route map. */
export function routeMapSections(): string {
  return [
    section("The route map", root),
    section("`match` of a rule", definitions["match"]),
    section("A rule, besides `match`, and `x-mcp`", definitions["xMcp"]),
    section("`args`: settings of an argument", definitions["argument"]),
    section("`annotations`", definitions["xMcp"]?.properties?.["annotations"]),
    section("`confirm`, as an object", definitions["xMcp"]?.properties?.["confirm"]),
    section("`paginate`", definitions["paginate"]),
    section("`defaults`", definitions["defaults"]),
  ].join("\n");
}

function section(title: string, schema: Schema | undefined): string {
  const rows = Object.entries(schema?.properties ?? {}).map(([key, value]) => row(key, value));
  return `## ${title}\n\n${markdownTable(["key", "value", "meaning"], rows)}`;
}

function row(key: string, schema: Schema): readonly string[] {
  const target = schema.$ref === undefined ? schema : resolve(schema.$ref);
  const isSaid = target.default === undefined;
  const meaning = schema.description ?? target.description ?? "";
  const text = `${meaning}${isSaid ? "" : ` Default: \`${String(target.default)}\`.`}`.trim();
  return [`\`${key}\``, kindOf(target), text];
}

function kindOf({ enum: values, type }: Schema): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  return type === undefined ? "any value" : [type].flat().join(" or ");
}

function resolve(reference: string): Schema {
  return definitions[reference.replace("#/$defs/", "")] ?? {};
}
