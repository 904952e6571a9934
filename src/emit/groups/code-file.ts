import type { TemplateName } from "../templates/template-model.js";
import type { OperationGroup } from "./group-operations.js";

/** A file of the generated code, by its name relative to the folder of `server.ts`. */
export interface CodeFile {
  readonly name: string;
  readonly template: TemplateName;
  readonly content: string;
}

/** Most tags that a comment names. */
const namedTags = 5;

/** Says which operations a file is about. */
export function aboutGroups(groups: readonly OperationGroup[]): string {
  const labels = groups.slice(0, namedTags).map(({ label }) => label);
  const more = groups.length > namedTags ? ` and ${groups.length - namedTags} other tags` : "";
  return `Operations ${labels.join(", ")}${more}.`;
}
