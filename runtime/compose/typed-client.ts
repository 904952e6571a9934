import type { HttpClientOptions } from "../client/client-options.js";
import type { McpClient, TypedCalls } from "../client/client.js";
import { connect, type ConnectTarget } from "./connect-any.js";

/**
 * The base of the classes that `mcp-codegen client` writes. Every server's bundle holds it, so it is small.
 *
 * Methods reject as those of `McpClient` do, and with `McpToolError` if a tool says that it failed.
 */
export class TypedClient {
  /** The connection, for everything that the class has no method for. */
  readonly mcp: McpClient;
  /** Makes the calls of the generated methods. */
  protected readonly calls: TypedCalls;

  constructor(mcp: McpClient) {
    this.mcp = mcp;
    this.calls = mcp.calls;
  }

  /** Connects to a server as `connect` does. */
  static async connect<Client>(
    this: new (mcp: McpClient) => Client,
    target: ConnectTarget,
    options?: HttpClientOptions,
  ): Promise<Client> {
    return new this(await connect(target, options));
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.mcp.close();
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.mcp.close();
  }
}
