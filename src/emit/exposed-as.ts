import type { SurfaceOperation } from "../surface/model.js";
import { codeSpan } from "./markdown.js";

/** Returns kind and name of an operation for clients, in Markdown: tool `createPet`. */
export function exposedAs(operation: SurfaceOperation): string {
  const { expose } = operation.facts;
  switch (expose.as) {
    case "tool":
      return `tool ${codeSpan(expose.name)}`;
    case "searchable":
      return `searchable operation ${codeSpan(expose.name)}`;
    case "resource":
      return `resource ${codeSpan(expose.uri)}`;
    case "template":
      return `resource ${codeSpan(expose.uriTemplate)}`;
  }
}
