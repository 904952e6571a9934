/** Finds members of bodies that the document names and a tool's listed schema does not. */
import type { Operation } from "../../../runtime/contract/operation.js";
import { bindingOf, fieldOf } from "../arguments.js";
import { asMapping, isMapping, type Mapping } from "../raw/nodes.js";
import type { RawCall } from "../samples/call-sampler.js";
import type { ListedTool } from "../served.js";

/** Returns names such as `body lines/amount`. */
export function unlistedMembers(
  { body }: RawCall,
  request: Operation["request"],
  { inputSchema }: ListedTool,
): readonly string[] {
  const binding = body && bindingOf(request, body.type.type);
  if (!binding) return [];
  const reader = new ListedSchemas(asMapping(inputSchema["$defs"]));
  const properties = asMapping(inputSchema["properties"]);
  const unlisted = body.members.filter((path) => {
    if (binding.arg !== undefined) return !reader.has([properties[binding.arg]], path);
    const [first = "", ...rest] = path;
    const arg = fieldOf(binding, first);
    return arg !== undefined && !reader.has([properties[arg]], rest);
  });
  return [...new Set(unlisted.map((path) => `body ${path.join("/")}`))];
}

class ListedSchemas {
  readonly #defs: Mapping;

  constructor(defs: Mapping) {
    this.#defs = defs;
  }

  /** Whether one of the schemas names the member. Lists between the members are stepped into. */
  has(schemas: readonly unknown[], [name, ...rest]: readonly string[]): boolean {
    if (name === undefined) return true;
    const all = new Set<Mapping>();
    for (const schema of schemas) this.#open(schema, all);
    // A branch that was shortened says nothing about what is below.
    if (isOpen(all)) return true;
    const named = [...all].filter((each) => isMapping(each["properties"]));
    const found = named.flatMap((each) => {
      const properties = each["properties"] as Mapping;
      return Object.hasOwn(properties, name) ? [properties[name]] : [];
    });
    return named.length === 0 || (found.length > 0 && this.has(found, rest));
  }

  #open(schema: unknown, found: Set<Mapping>): void {
    if (!isMapping(schema) || found.has(schema)) return;
    found.add(schema);
    const ref = schema["$ref"];
    if (typeof ref === "string") this.#open(this.#defs[ref.replace("#/$defs/", "")], found);
    const below = ["allOf", "oneOf", "anyOf", "prefixItems"].flatMap((key) => schema[key] ?? []);
    for (const each of [...below, schema["items"]]) this.#open(each, found);
  }
}

/** Keywords that say more about a value than a shortened schema does, which keeps its type and texts only. */
const closing = [
  "properties",
  "items",
  "prefixItems",
  "enum",
  "const",
  "allOf",
  "oneOf",
  "anyOf",
  "$ref",
];

/** Whether a schema allows members without naming them: those of maps, and of schemas that were shortened. */
function isOpen(schemas: ReadonlySet<Mapping>): boolean {
  return [...schemas].some((each) => {
    if (isMapping(each["additionalProperties"]) || isMapping(each["patternProperties"]))
      return true;
    const { type = "object" } = each;
    return type === "object" && !closing.some((key) => each[key] !== undefined);
  });
}
