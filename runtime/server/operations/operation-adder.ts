import type { Operation } from "../../contract/operation.js";
import { isReference, type AnyOperation } from "../../contract/operation-reference.js";
import type { MethodUses } from "../decorators/decorated-use.js";
import type { EntryWrapper } from "../middleware/entry-wrapper.js";
import { joinUse } from "../middleware/join-use.js";
import type { Registry, ToolEntry } from "../registry/registry.js";
import type { Registrar, Registration } from "../types/definitions.js";
import type { EntryUse } from "../types/middleware.js";
import { addLate } from "./late-definition.js";
import { operationResource, operationTemplate, OperationTool } from "./operation-entries.js";
import type {
  OperationHandler,
  OperationHost,
  SearchableReference,
  ToolOperation,
} from "./operation-host.js";

/** Where operations are added. */
export interface AdderParts {
  readonly host: OperationHost;
  readonly registry: Registry;
  readonly wrapper: EntryWrapper;
  /** What decorators put around the methods of operations. */
  readonly uses: MethodUses;
  /** Takes operations that are not listed. */
  readonly searchable: { add(operation: AnyOperation, entry: ToolEntry): Registration };
  /** Delays requests until something is loaded. */
  readonly waitFor: (loading: Promise<unknown>) => void;
  /** Offers responses too large for results as resources. */
  readonly offerUnlisted: () => void;
}

/** Returns the function that adds operations as tools, resources or templates. */
export function operationAdder(parts: AdderParts): Registrar["add"] {
  const { uses, searchable, waitFor } = parts;
  return (operation, handler, given) => {
    const handle = handler as unknown as OperationHandler;
    const own = joinUse([uses.ofOperation(operation), given]);
    if (!isReference(operation)) return add(operation, handle, own, parts);
    if (operation.expose.as === "searchable") {
      const reference = operation as SearchableReference;
      return searchable.add(reference, toolOf(reference, handle, own, parts));
    }
    // What is listed must be loaded first.
    return addLate(operation, (loaded) => add(loaded, handle, own, parts), waitFor);
  };
}

function add(
  operation: Operation,
  handle: OperationHandler,
  own: EntryUse,
  parts: AdderParts,
): Registration {
  const { host, registry, wrapper, searchable } = parts;
  const { expose } = operation;
  switch (expose.as) {
    case "tool":
      return registry.addTool(expose.name, toolOf(operation as ToolOperation, handle, own, parts));
    case "searchable":
      return searchable.add(operation, toolOf(operation as ToolOperation, handle, own, parts));
    case "resource": {
      const entry = operationResource({ ...operation, expose }, handle, host);
      return registry.addResource(wrapper.resource(entry, own));
    }
    case "template": {
      const entry = operationTemplate({ ...operation, expose }, handle, host);
      return registry.addTemplate(wrapper.template(entry, own));
    }
  }
}

function toolOf(
  operation: ToolOperation | SearchableReference,
  handle: OperationHandler,
  own: EntryUse,
  { host, wrapper, offerUnlisted }: AdderParts,
): ToolEntry {
  offerUnlisted();
  return wrapper.tool(operation.expose.name, new OperationTool(operation, handle, host), own);
}
