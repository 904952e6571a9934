/** A server like a generated one. The API is a `fetch` function given as an option. */
import {
  OpenApiServer,
  ToolError,
  type Api,
  type CallContext,
  type Operation,
  type OpenApiServerOptions,
  type Registrar,
} from "../../../runtime/index.js";

export interface Animal {
  id: number;
  name: string;
}

export const getAnimal: Operation<{ id: number }, Animal> = {
  id: "getAnimal",
  description: "One animal.",
  request: { method: "GET", path: "/animals/{id}", params: [{ in: "path", name: "id" }] },
  input: {
    type: "object",
    properties: { id: { type: "integer", minimum: 1 } },
    required: ["id"],
    additionalProperties: false,
  },
  output: {
    type: "object",
    properties: {
      id: { type: "integer" },
      name: { type: "string" },
      home: { $ref: "#/$defs/Home" },
    },
  },
  expose: {
    as: "tool",
    name: "getAnimal",
    title: "Animal",
    annotations: { readOnlyHint: true },
    tags: ["animals"],
  },
};

export const listNames: Operation<Record<string, never>, string[]> = {
  id: "listNames",
  request: { method: "GET", path: "/names" },
  input: { type: "object", additionalProperties: false },
  output: {
    type: "object",
    properties: { result: { type: "array", items: { type: "string" } } },
  },
  wrapIn: "result",
  expose: { as: "tool", name: "listNames" },
};

export const freeAnimal: Operation<{ id: number }, void> = {
  id: "freeAnimal",
  request: { method: "DELETE", path: "/animals/{id}", params: [{ in: "path", name: "id" }] },
  input: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
  expose: { as: "tool", name: "freeAnimal" },
};

export const readPlan: Operation<Record<string, never>, string> = {
  id: "readPlan",
  description: "The plan of the zoo.",
  request: { method: "GET", path: "/plan" },
  input: { type: "object" },
  expose: { as: "resource", name: "plan", uri: "zoo://plan", mimeType: "text/plain" },
};

export const readHome: Operation<{ kind: string; level?: number; tags?: string[] }, unknown> = {
  id: "readHome",
  request: {
    method: "GET",
    path: "/homes/{kind}",
    params: [
      { in: "path", name: "kind" },
      { in: "query", name: "level" },
      { in: "query", name: "tags" },
    ],
  },
  input: {
    type: "object",
    properties: {
      kind: { type: "string" },
      level: { $ref: "#/$defs/Level" },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["kind"],
  },
  expose: { as: "template", name: "home", uriTemplate: "zoo://homes/{kind}{?level,tags}" },
};

export class ZooServer extends OpenApiServer {
  static override readonly api: Api = {
    name: "zoo",
    title: "Zoo",
    version: "2.0.0",
    instructions: "Ask before you free an animal.",
    servers: [{ url: "http://zoo.example/v1" }],
    baseUrlEnv: "ZOO_BASE_URL",
    securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key", env: "ZOO_KEY" } },
    inputSchemas: { Level: { type: "integer", minimum: 0 }, Unused: { type: "string" } },
    outputSchemas: { Home: { type: "object", properties: { next: { $ref: "#/$defs/Home" } } } },
  };

  getAnimal(input: { id: number }, ctx: CallContext): Promise<Animal> {
    return this.call(getAnimal, input, ctx);
  }

  listNames(input: Record<string, never>, ctx: CallContext): Promise<string[]> {
    return this.call(listNames, input, ctx);
  }

  freeAnimal(input: { id: number }, ctx: CallContext): Promise<void> {
    return this.call(freeAnimal, input, ctx);
  }

  readPlan(input: Record<string, never>, ctx: CallContext): Promise<string> {
    return this.call(readPlan, input, ctx);
  }

  readHome(input: { kind: string }, ctx: CallContext): Promise<unknown> {
    return this.call(readHome, input, ctx);
  }

  protected override expose(mcp: Registrar): void {
    mcp.add(getAnimal, (input, ctx) => this.getAnimal(input, ctx));
    mcp.add(listNames, (input, ctx) => this.listNames(input, ctx));
    mcp.add(freeAnimal, (input, ctx) => this.freeAnimal(input, ctx));
    mcp.add(readPlan, (input, ctx) => this.readPlan(input, ctx));
    mcp.add(readHome, (input, ctx) => this.readHome(input, ctx));
  }
}

/** The zoo with custom tools and resources beside the generated ones. */
export class BusyZoo extends ZooServer {
  /** Signals of the calls of `wait`, in order. */
  readonly waiting: AbortSignal[] = [];

  protected override expose(mcp: Registrar): void {
    super.expose(mcp);
    mcp.tool(
      {
        name: "echo",
        description: "Says it again.",
        input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      },
      ({ text }) => text,
    );
    mcp.tool({ name: "progress" }, (_input, ctx) => {
      for (const step of [1, 2, 3, 3]) ctx.progress(step, 3, `step ${step}`);
      ctx.log("debug", "not for everyone");
      ctx.log("warning", { almost: true }, "zoo");
      return "done";
    });
    mcp.tool({ name: "wait" }, (_input, ctx) => {
      this.waiting.push(ctx.signal);
      return new Promise((_resolve, reject) => {
        ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason as Error));
      });
    });
    mcp.tool(
      { name: "late", input: { type: "object", properties: { ms: { type: "integer" } } } },
      async ({ ms }, ctx) => {
        await new Promise((resolve) => setTimeout(resolve, ms as number));
        ctx.progress(1);
        return `after ${String(ms)}`;
      },
    );
    mcp.tool({ name: "closed" }, () => {
      throw new ToolError("The zoo is closed.");
    });
    mcp.tool({ name: "broken" }, () => {
      throw new Error("a secret of the server");
    });
    mcp.tool({ name: "contents" }, () => ({
      content: [
        {
          type: "text",
          text: "hi",
          _meta: { "zoo/a": 1 },
          annotations: { lastModified: "2026-01-12T15:00:58Z" },
        },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        { type: "image", data: "AAAA", mimeType: "image/png" },
        { type: "resource_link", uri: "zoo://plan", name: "plan", description: "of the zoo" },
        { type: "resource", resource: { uri: "zoo://x", text: "x", _meta: { "zoo/b": 2 } } },
      ],
      structuredContent: ["not", "an", "object"],
    }));
    mcp.resource({ uri: "zoo://hours", name: "hours" }, () => "9-18");
    mcp.template({ uriTemplate: "zoo://days/{day}", name: "day" }, ({ day }) => ({ day }));
  }
}

/** The API: answers a request. */
export type Route = (request: Request) => Response | Promise<Response>;

/** Returns options whose API answers like `route`, and the list of its requests. */
export function withApi(route: Route): { options: OpenApiServerOptions; asked: string[] } {
  const asked: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    asked.push(`${request.method} ${request.url}`);
    return route(request);
  };
  return { options: { fetch: fetch as typeof globalThis.fetch, env: {} }, asked };
}
