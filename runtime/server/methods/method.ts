import type { ResultWriter } from "../../protocol/codec/codec-writer.js";
import type { Log } from "../../protocol/log.js";
import type { Implementation } from "../../protocol/model.js";
import type { IncomingRequest } from "../../session/incoming-request.js";
import type { Result } from "../../session/result.js";
import type { State } from "../../state/state.js";
import type { LazySealer } from "../client-input/lazy-sealer.js";
import type { Registry } from "../registry/registry.js";
import type { Changes } from "../notifications/changes.js";
import type { Lifespan } from "../lifespan.js";
import type { ListResults } from "../registry/list-results.js";
import type { Mounts } from "../mounting/mounts.js";
import type { ServerOptions } from "../types/server-options.js";
import type { LazyTasks } from "../tasks/lazy-tasks.js";

/** The state that the methods of a server share. */
export interface ServerCore {
  /** Changes only in a proxy, which presents itself as the server behind it. */
  info: Implementation;
  instructions: string | undefined;
  readonly options: ServerOptions;
  readonly registry: Registry;
  readonly lists: ListResults;
  readonly results: ResultWriter;
  readonly changes: Changes;
  readonly state: State;
  readonly log: Log;
  readonly lifespan: Lifespan | undefined;
  /** Seals the state of a call while the client gathers input. */
  readonly sealer: LazySealer;
  readonly tasks: LazyTasks;
  readonly mounts: Mounts;
}

/** What requests of a method name. `filter`: resources and tasks; `reference`: a prompt, a resource or a template. */
export type Named =
  "nothing" | "tool" | "prompt" | "resource" | "reference" | "filter" | "task" | "extension";

/** One method of the protocol. */
export interface Method {
  readonly eras: "legacy" | "modern" | "both";
  /** Whether the method is available; absent: always. */
  readonly serves?: (request: IncomingRequest | undefined) => boolean;
  /** What its requests name, whose scopes they need. Every method must state it, so that none goes round them. */
  readonly names: Named;
  /** @throws ProtocolError to answer with a JSON-RPC error */
  readonly handle: (request: IncomingRequest) => Result | Promise<Result>;
}

export type Methods = readonly (readonly [name: string, method: Method])[];
