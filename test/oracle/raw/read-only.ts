import type { RawVersion } from "./model.js";
import { asMapping, member, members, refOf, type RawFiles, type RawNode } from "./nodes.js";

const mostHops = 8;

interface Context {
  readonly version: RawVersion;
  readonly files: RawFiles;
}

/** Whether a property is marked as read-only: itself, by a reference, or by a part of its `allOf`. */
export function isReadOnly(property: RawNode, context: Context, hops = 0): boolean {
  const { version, files } = context;
  // @see OpenAPI 3.0.4 Reference Object: members beside a reference are ignored.
  const isBare = refOf(property) !== undefined && (version === "2.0" || version === "3.0");
  if (!isBare && asMapping(property.value)["readOnly"] === true) return true;
  const target = files.follow(property);
  if (!target || hops > mostHops) return false;
  if (asMapping(target.value)["readOnly"] === true) return true;
  return members(member(target, "allOf")).some(([, part]) => isReadOnly(part, context, hops + 1));
}
