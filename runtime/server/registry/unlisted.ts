import type { CallContext, InputRequired } from "../types/call-context.js";
import type { ReadOutcome, UnlistedResources } from "./registry.js";
import { ResourceNotFound } from "./resource-not-found.js";

/** Reads a temporary resource. Servers of one API, mounted side by side, share their URIs. @throws ResourceNotFound */
export async function readUnlisted(
  stores: readonly UnlistedResources[],
  uri: string,
  ctx: CallContext,
): Promise<ReadOutcome | InputRequired> {
  for (const store of stores) {
    try {
      return await store.read(uri, ctx);
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
  throw new ResourceNotFound();
}

/**
 * Asks the guards whether a caller may hear of changes. Nobody knows which of the stores has the resource, so the guards of all
 * must agree.
 *
 * @throws ForbiddenError when one refuses; what one throws
 */
export async function admitUnlisted(
  stores: readonly UnlistedResources[],
  uri: string,
  ctx: CallContext,
): Promise<void> {
  for (const { guards } of stores) await guards?.admit({ ctx, purpose: "subscribe", uri });
}
