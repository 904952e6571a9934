/** A server that says what a test wants, right or wrong. */
import { connectTransport } from "../../../runtime/client/connect/connect-transport.js";
import type { ClientOptions } from "../../../runtime/client/client-options.js";
import type { McpClient } from "../../../runtime/client/client.js";
import type { Revision } from "../../../runtime/index.js";
import { parseJson } from "../../../runtime/protocol/json-rpc.js";
import type { JsonObject } from "../../../runtime/protocol/json.js";
import { memoryPair } from "../../../runtime/transports/memory.js";

export interface ScriptedRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** Returns a result, or its JSON text; undefined: no answer comes. What it throws is the error of the response. */
export type Script = (request: ScriptedRequest) => unknown;

export interface Scripted {
  readonly client: McpClient;
  /** All requests and notifications of the client after the handshake. */
  readonly received: ScriptedRequest[];
  /** All of them as text. */
  readonly texts: string[];
  /** Warnings and errors in the client's log. */
  readonly logged: string[];
  count(method: string): number;
  notify(method: string, params?: JsonObject): void;
  send(message: JsonObject): void;
  sendAll(messages: readonly unknown[]): void;
  /** Answers a request that the script left open. */
  answer(id: string | number, result: JsonObject): void;
  fail(id: string | number, code: number): void;
}

const everything = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  logging: {},
  completions: {},
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  extensions: { "io.modelcontextprotocol/tasks": {} },
};

/** Connects to a server whose answers after the handshake are those of the script. */
export async function scripted(
  revision: Revision,
  script: Script,
  options: ClientOptions = {},
  capabilities: JsonObject = everything,
): Promise<Scripted> {
  const [near, far] = memoryPair();
  const received: ScriptedRequest[] = [];
  const texts: string[] = [];
  const logged: string[] = [];
  const sendText = (value: unknown): void => void far.send(JSON.stringify(value));
  const send = (message: JsonObject): void => sendText({ jsonrpc: "2.0", ...message });
  const handshake = (method: string): JsonObject | undefined => {
    const said = { capabilities, serverInfo: { name: "scripted", version: "1" } };
    if (method === "initialize") return { protocolVersion: revision, ...said };
    if (method !== "server/discover") return undefined;
    return { supportedVersions: [revision], ...said, ttlMs: 0, cacheScope: "private" };
  };
  const receive = async (text: string): Promise<void> => {
    const request = parseJson(text) as ScriptedRequest;
    const { id, method } = request;
    const said = handshake(method);
    if (said) return send({ id, result: said });
    received.push(request);
    texts.push(text);
    if (id === undefined) return;
    try {
      const result = await script({ ...request, params: request.params ?? {} });
      if (typeof result === "string") {
        await far.send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
      } else if (result !== undefined) send({ id, result });
    } catch (error) {
      const { code = -32603, message = "failed", data } = error as Partial<RpcFailure>;
      send({ id, error: { code, message, data } });
    }
  };
  await far.start({
    message: (text) => void receive(text),
    tooLong: () => {},
    end: () => {},
    close: () => {},
  });
  const log = (entry: { readonly message: string }): void => void logged.push(entry.message);
  const client = await connectTransport(near, { protocolVersion: revision, log, ...options });
  return {
    client,
    received,
    texts,
    logged,
    count: (method) => received.filter((each) => each.method === method).length,
    notify: (method, params) => send({ method, ...(params && { params }) }),
    send,
    sendAll: sendText,
    answer: (id, result) => send({ id, result }),
    fail: (id, code) => send({ id, error: { code, message: "failed" } }),
  };
}

/** The error of a response. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, data?: unknown) {
    super("failed");
    this.code = code;
    this.data = data;
  }
}

/** Lets messages in memory arrive. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
