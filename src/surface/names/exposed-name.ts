import type { Exposure } from "../../../runtime/contract/operation.js";

/** What clients know an operation by: the name of its tool, the URI of its resource or the template of that. */
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
