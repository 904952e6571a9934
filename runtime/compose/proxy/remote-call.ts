import type { JsonObject } from "../../protocol/json.js";
import type { Cancellation } from "../../protocol/cancellable.js";
import type { ToolEntry } from "../../server/registry/registry.js";
import type { CallContext } from "../../server/types/call-context.js";

/** A call for a remote server. */
export interface RemoteCall<T> {
  readonly method: string;
  readonly params: JsonObject;
  readonly ctx: CallContext;
  /** Reads the result. @throws MalformedMessage */
  readonly read: (result: JsonObject) => T;
  /** The tool, if one is called. */
  readonly tool?: Pick<ToolEntry, "headers" | "task"> | undefined;
  /** Default: that of the context. */
  readonly cancellation?: Cancellation | undefined;
}
