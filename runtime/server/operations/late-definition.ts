import type { Operation } from "../../contract/operation.js";
import {
  isReference,
  type AnyOperation,
  type OperationReference,
} from "../../contract/operation-reference.js";
import { Lazy } from "../../protocol/lazy.js";
import type { Registration } from "../types/definitions.js";

const code = new Lazy(() => import("./load-definition.js"));

/** Returns the definition of an operation, which a reference loads. Rejects with an Error if that fails. */
export function definitionOf<I, O>(operation: AnyOperation<I, O>): Promise<Operation<I, O>> {
  if (!isReference(operation)) return Promise.resolve(operation);
  return code.use(({ loadDefinition }) => loadDefinition(operation)) as Promise<Operation<I, O>>;
}

/** Adds an operation once it is loaded, before the next request. @returns removes it, also before it is there */
export function addLate(
  reference: OperationReference,
  add: (definition: Operation) => Registration,
  waitFor: (loading: Promise<unknown>) => void,
): Registration {
  const adding = definitionOf(reference).then(add);
  waitFor(adding);
  return { remove: () => void adding.then((added) => added.remove(), ignore) };
}

/** A failure to load fails the requests that wait for it. */
function ignore(): void {}
