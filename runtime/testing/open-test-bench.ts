import type { OpenApiServer, OpenApiServerOptions } from "../server/openapi-server.js";
import type { OperationCase } from "./operation-case.js";

/** Runs the test cases of a generated server. */
export interface TestBench {
  /**
   * Makes the call of a case through MCP. Compares the requests to the API byte for byte, and the result that the client
   * gets.
   *
   * @throws AssertionError that shows the difference
   */
  check(expected: OperationCase): Promise<void>;
  /** Stops the server and the API. */
  close(): Promise<void>;
}

/**
 * Starts a generated server for its tests, with a client in this process and an API on a local port that responds as the
 * cases say. Nothing else is called, whatever addresses the document has.
 *
 * @param options `env` replaces the process's environment and has placeholder credentials
 */
export async function openTestBench(
  Server: new (options: OpenApiServerOptions) => OpenApiServer,
  options: OpenApiServerOptions = {},
): Promise<TestBench> {
  const { openHttpBench } = await import("./http-bench.js");
  return openHttpBench(Server, options);
}
