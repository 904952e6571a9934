/** Loads definitions of operations. Bundled with the search, which is all that knows of these operations before. */
import type { Operation } from "../../contract/operation.js";
import type { OperationReference } from "../../contract/operation-reference.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";

const loaded = new WeakMap<OperationReference, Promise<Operation>>();

/**
 * Returns the definition of an operation, with what the caller has changed in the reference. Loads it once; after a failure the
 * next call tries again.
 *
 * @throws Error that names the operation, and the file as far as the platform does
 */
export function loadDefinition(reference: OperationReference): Promise<Operation> {
  let loading = loaded.get(reference);
  if (!loading) {
    loading = load(reference);
    loaded.set(reference, loading);
    loading.catch(() => loaded.delete(reference));
  }
  return loading;
}

async function load(reference: OperationReference): Promise<Operation> {
  const { id, method = id } = reference;
  const what = `The definition of the operation ${JSON.stringify(id)}`;
  let module: object;
  try {
    module = await reference.load();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${what} can't be loaded: ${reason}`, { cause: error });
  }
  const definition = member(module as JsonObject, method);
  if (isObject(definition)) return changed(definition as unknown as Operation, reference);
  throw new Error(`${what} is not in the module that should export ${method}.`);
}

/** Returns the definition with the members of a reference, of which the user may have changed some: `{ ...reference, expose }`. */
function changed(definition: Operation, reference: OperationReference): Operation {
  const { load: _, arguments: __, description, request, expose, ...members } = reference;
  const isCut = definition.description?.startsWith(description ?? "") ?? description === undefined;
  return {
    ...definition,
    ...members,
    ...(!isCut && description !== undefined && { description }),
    request: { ...definition.request, ...request },
    expose,
  };
}
