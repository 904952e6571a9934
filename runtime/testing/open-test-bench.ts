import type { OpenApiServer, OpenApiServerOptions } from "../server/openapi-server.js";
import type { OperationCase } from "./operation-case.js";

/** Where emitted tests run. */
export interface TestBench {
  /**
   * Makes the call of a case through MCP, and compares what arrives at the API, byte for byte, and what the client gets.
   *
   * @throws AssertionError that shows what differs
   */
  check(expected: OperationCase): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a generated server for its tests: a client in this process, and an API on a port of this machine that answers
 * what the cases say. Nothing else is called, whatever addresses the document names.
 *
 * @param options `env`: the environment in the place of the process's own, with credentials that are none
 */
export async function openTestBench(
  Server: new (options: OpenApiServerOptions) => OpenApiServer,
  options: OpenApiServerOptions = {},
): Promise<TestBench> {
  const { openHttpBench } = await import("./http-bench.js");
  return openHttpBench(Server, options);
}
