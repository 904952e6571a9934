import {
  elicit,
  errorCodes,
  inputRequired,
  McpServer,
  ProtocolError,
  ToolError,
  type ServerOptions,
  readInput,
} from "../../../runtime/index.js";
import { Gate } from "../gate.js";

export const tasksExtension = "io.modelcontextprotocol/tasks";
export const relatedTaskKey = "io.modelcontextprotocol/related-task";

/** Capabilities of a client that supports the extension. */
export const taskCapabilities = { elicitation: {}, extensions: { [tasksExtension]: {} } };

const name = {
  message: "Your name?",
  requestedSchema: {
    type: "object" as const,
    properties: { name: { type: "string" as const } },
    required: ["name"],
  },
};

export interface TaskServer {
  readonly server: McpServer;
  /** Opened when `wait` has begun. */
  readonly began: Gate;
  /** Open it to let `wait` end. */
  readonly gate: Gate;
  readonly seen: string[];
}

/** Returns a server whose tools may run as tasks. */
export function taskServer(options: ServerOptions = {}): TaskServer {
  const { tasks, ...others } = options;
  const server = new McpServer(
    { name: "tasks", version: "1" },
    { tasks: { pollIntervalMs: 10, ...tasks }, logger: () => {}, ...others },
  );
  const began = new Gate();
  const gate = new Gate();
  const seen: string[] = [];
  server.tool({ name: "plain" }, () => "plain");
  server.tool({ name: "quick", task: "optional" }, () => "quick");
  server.tool({ name: "must", task: "required" }, () => "must");
  server.tool({ name: "wait", task: "optional" }, async (_input, ctx) => {
    ctx.progress(1, 2, "half");
    ctx.signal.addEventListener("abort", () => seen.push("aborted"));
    began.open();
    await gate.passed;
    ctx.progress(2, 2, "done");
    return "waited";
  });
  server.tool({ name: "fail", task: "optional" }, () => {
    throw new ToolError("It failed.");
  });
  server.tool({ name: "refuse", task: "optional" }, () => {
    throw new ProtocolError(errorCodes.invalidParams, "Not like this.", { why: "test" });
  });
  server.tool({ name: "odd", task: "optional" }, () => ({
    content: [{ type: "text", text: "odd", _meta: { n: 1n } }],
  }));
  server.tool({ name: "limited", task: "optional", timeoutMs: 30 }, () => gate.passed);
  server.tool({ name: "ask", task: "optional" }, async (_input, ctx) => {
    const { action, content } = await ctx.elicit(name);
    return `${action} ${String(content?.["name"])}`;
  });
  server.tool({ name: "ask-twice", task: "optional" }, async (_input, ctx) => {
    const [first, second] = await Promise.all([
      ctx.elicit(name, { key: "first" }),
      ctx.elicit(name, { key: "second" }),
    ]);
    return [first, second].map(({ content }) => String(content?.["name"])).join(" and ");
  });
  // Asks by its result, before the task or in it, and counts how often `once` works.
  for (const early of [true, false]) {
    server.tool({ name: early ? "rounds" : "late-rounds", task: "optional" }, async (_in, ctx) => {
      await ctx.once("count", () => seen.push("once"));
      if (!early) await new Promise((resolve) => setTimeout(resolve, 300));
      const request = elicit(name);
      const answer = readInput(request, Object.values(ctx.inputResponses ?? {})[0]);
      const asked = (ctx.requestState ?? 0) as number;
      if (!answer || (!early && asked < 2)) {
        return inputRequired({ inputRequests: { who: request }, state: asked + 1 });
      }
      await ctx.once("count", () => seen.push("once"));
      return `${String(answer.content?.["name"])} after ${asked}`;
    });
  }
  return { server, began, gate, seen };
}

export function named(value: string) {
  return { action: "accept", content: { name: value } };
}
