/** Finds the members of an example that only answers have. */
import { asMapping, member, members, type RawNode } from "../oracle/raw/nodes.js";
import type { RawDocument } from "../oracle/raw/raw-document.js";

const deepest = 12;

/**
 * Whether a value has a member that its schema marks as read-only, which requests of OpenAPI before 3.1 don't send.
 *
 * @see Swagger 2.0 Schema Object, `readOnly`: MUST NOT be sent; OpenAPI 3.0.4: SHOULD NOT be sent
 */
export function hasReadOnly(document: RawDocument, written: RawNode, value: unknown): boolean {
  if (document.version === "3.1" || document.version === "3.2") return false;
  return hasIn(document, written, value, 0);
}

function hasIn(document: RawDocument, written: RawNode, value: unknown, depth: number): boolean {
  const schema = document.files.follow(written);
  if (!schema || depth > deepest || typeof value !== "object" || value === null) return false;
  const isIn = (part: RawNode | undefined, each: unknown): boolean =>
    part !== undefined && hasIn(document, part, each, depth + 1);
  if (Array.isArray(value)) return value.some((item) => isIn(member(schema, "items"), item));
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((name) => members(member(schema, name)));
  const properties = member(schema, "properties");
  return (
    branches.some(([, branch]) => isIn(branch, value)) ||
    Object.entries(value).some(([name, each]) => {
      const property = member(properties, name);
      return property && (isReadOnly(document, property) || isIn(property, each));
    })
  );
}

export function isReadOnly({ files }: RawDocument, property: RawNode): boolean {
  return asMapping(files.follow(property)?.value)["readOnly"] === true;
}
