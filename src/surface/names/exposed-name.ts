import type { Exposure } from "../../../runtime/contract/operation.js";

/** Returns the name that clients use: the tool's name, or the resource's URI or URI template. */
export function exposedName(expose: Exposure): string {
  switch (expose.as) {
    case "resource":
      return expose.uri;
    case "template":
      return expose.uriTemplate;
    case "tool":
    case "searchable":
      return expose.name;
  }
}
