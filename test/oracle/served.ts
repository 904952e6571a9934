/** A generated server in this process, called through MCP. Its API is a function that records requests. */
import type { Api } from "../../runtime/contract/api.js";
import { OpenApiServer, serveTransport, type Registrar } from "../../runtime/index.js";
import type { JsonObject } from "../../runtime/protocol/json.js";
import { memoryPair } from "../../runtime/transports/memory.js";
import type { Surface } from "../../src/surface/model.js";
import { secretOf } from "./expected/credentials.js";

/** A request as it would be sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly resource?: { readonly blob?: string; readonly text?: string };
}

export interface CallResult {
  readonly isError?: boolean;
  readonly content?: readonly Content[];
  readonly structuredContent?: unknown;
}

/** A tool as clients see it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: Schema;
}

type Schema = { readonly [keyword: string]: unknown };

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export class Served {
  /** The API's next answer. */
  answer: () => Response = () => Response.json({ ok: true });
  #sent: Sent[] = [];
  #nextId = 0;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #send: (message: JsonObject) => void;

  constructor(surface: Surface) {
    const [ours, theirs] = memoryPair();
    const server = new (serverClass(surface))({
      env: environmentOf(surface.api),
      fetch: async (url, init) => {
        this.#sent.push(await sentOf(String(url), init ?? {}));
        return this.answer();
      },
    });
    void serveTransport(server, theirs);
    void ours.start({
      message: (text) => {
        const reply = JSON.parse(text) as Reply;
        this.#waiting.get(reply.id ?? -1)?.(reply);
        this.#waiting.delete(reply.id ?? -1);
      },
      tooLong: () => {},
      end: () => {},
      close: () => {},
    });
    this.#send = (message) => void ours.send(JSON.stringify(message));
  }

  async open(): Promise<void> {
    await this.#request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "oracle", version: "1" },
    });
    this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** Lists all tools, by name. */
  async list(): Promise<ReadonlyMap<string, ListedTool>> {
    const tools = new Map<string, ListedTool>();
    let cursor: string | undefined;
    do {
      const { result } = await this.#request("tools/list", cursor === undefined ? {} : { cursor });
      const page = result as { tools: readonly ListedTool[]; nextCursor?: string };
      for (const tool of page.tools) tools.set(tool.name, tool);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /** Calls a tool. `sent` holds its requests to the API. */
  async call(
    name: string,
    args: unknown,
  ): Promise<{ readonly result: CallResult; readonly sent: readonly Sent[] }> {
    this.#sent = [];
    const reply = await this.#request("tools/call", { name, arguments: args });
    const result = (reply.result ?? {
      isError: true,
      content: [{ type: "text", text: reply.error?.message ?? "no answer" }],
    }) as CallResult;
    return { result, sent: this.#sent };
  }

  #request(method: string, params: JsonObject): Promise<Reply> {
    const id = ++this.#nextId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }
}

/** Exposes every operation as a tool of its method's name, so that all can be called alike. */
function serverClass({
  api,
  operations,
}: Surface): new (options: ConstructorParameters<typeof OpenApiServer>[0]) => OpenApiServer {
  return class extends OpenApiServer {
    static override readonly api = api;

    protected override expose(mcp: Registrar): void {
      for (const { facts, symbol } of operations) {
        const operation = { ...facts, retries: 0, expose: { as: "tool" as const, name: symbol } };
        mcp.add(operation, (input, ctx) => this.call(operation, input, ctx));
      }
    }
  };
}

/** Gives every security scheme its secret. */
function environmentOf({ securitySchemes = {} }: Api): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    const secret = secretOf(name);
    if (scheme.type === "basic") {
      env[scheme.usernameEnv] = secret;
      env[scheme.passwordEnv] = secret;
    } else if ("env" in scheme) env[scheme.env] = secret;
  }
  return env;
}

async function sentOf(url: string, init: RequestInit): Promise<Sent> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries((init.headers ?? {}) as Record<string, string>)) {
    headers[name.toLowerCase()] = value;
  }
  const { body } = init;
  const bytes =
    body === undefined || body === null ? undefined : await new Response(body).arrayBuffer();
  return {
    method: init.method ?? "GET",
    url,
    headers,
    ...(bytes && { body: Buffer.from(bytes) }),
  };
}
