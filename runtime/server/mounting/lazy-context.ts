import { Lazy } from "../../protocol/lazy.js";
import type { MaybePromise } from "../../protocol/maybe-promise.js";
import type { MountedCall } from "../registry/mounted-call.js";
import type { CallContext } from "../types/call-context.js";

const contexts = new Lazy(() => import("./mounted-context.js"));

/** Loads the contexts of calls in mounted servers. Until then, their first call waits. */
export function loadMountedContexts(): Promise<void> {
  return contexts.loaded();
}

/** Calls `work` with a context in a mounted server. */
export function withMountedContext<T>(
  call: MountedCall,
  lifespan: unknown,
  toolName: string | undefined,
  work: (inner: CallContext) => MaybePromise<T>,
): MaybePromise<T> {
  return contexts.useNow(({ MountedContext }) =>
    work(new MountedContext(call, lifespan, toolName)),
  );
}
