/** A handwritten server that uses every feature, for official clients. */
import { McpServer } from "../../../runtime/index.js";

/** Number of tools before `grow` adds one. */
export const toolCount = 13;

export function peerServer(): McpServer {
  const told: string[] = [];
  const server = new McpServer(
    { name: "peers", version: "3.1.4", title: "Peers", instructions: "Try everything." },
    { pageSize: 3, onNotification: (method) => void told.push(method) },
  );
  addTools(server, told);
  addQuestions(server);

  server.resource({ uri: "peers://note", name: "note", mimeType: "text/plain" }, () => "a note");
  server.template(
    {
      uriTemplate: "peers://words/{word}",
      name: "word",
      complete: { word: (start) => words.filter((each) => each.startsWith(start)) },
    },
    ({ word }) => ({ word }),
  );
  server.prompt(
    {
      name: "greet",
      description: "Greets.",
      arguments: [
        {
          name: "word",
          required: true,
          complete: (start) => words.filter((w) => w.startsWith(start)),
        },
        { name: "loud" },
      ],
    },
    ({ word, loud }) => `Say ${word}${loud === "yes" ? "!" : "."}`,
  );
  return server;
}

/**
 * Lets the client process earlier messages: version 1 of the SDK drops a progress handler as soon as the answer
 * arrives, even if both arrive in one chunk.
 */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

const words = ["apple", "apricot", "banana"];

function addTools(server: McpServer, told: readonly string[]): void {
  let grown = 0;
  let cancelled = 0;
  server.tool(
    {
      name: "add",
      title: "Add",
      input: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
      },
      output: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
      annotations: { readOnlyHint: true },
    },
    ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
  );
  server.tool({ name: "touch" }, () => {
    server.resourceUpdated("peers://note");
    return "touched";
  });
  server.tool({ name: "grow" }, () => {
    const name = `grown_${++grown}`;
    server.tool({ name }, () => name);
    return name;
  });
  server.tool({ name: "report" }, async (_input, ctx) => {
    for (const step of [1, 2, 3]) ctx.progress(step, 3, `step ${step}`);
    ctx.log("info", "quiet");
    ctx.log("error", { loud: true }, "peers");
    await pause();
    return "reported";
  });
  server.tool({ name: "wait" }, (_input, ctx) => {
    ctx.progress(1);
    return new Promise((_resolve, reject) => {
      ctx.signal.addEventListener("abort", () => {
        cancelled += 1;
        reject(ctx.signal.reason as Error);
      });
    });
  });
  server.tool({ name: "cancelled" }, () => String(cancelled));
  server.tool({ name: "told" }, () => JSON.stringify(told));
  server.tool({ name: "leave" }, async (_input, ctx) => {
    ctx.progress(1);
    ctx.disconnect(20);
    await pause();
    ctx.progress(2);
    await pause();
    return "fetched later";
  });
}

function addQuestions(server: McpServer): void {
  let drawn = 0;
  server.tool({ name: "steps" }, async (_input, ctx) => {
    const number = await ctx.once("draw", () => ++drawn);
    const { content } = await ctx.elicit({
      message: `Number ${number}: who are you?`,
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    const messages = [
      {
        role: "user" as const,
        content: { type: "text" as const, text: String(content?.["name"]) },
      },
    ];
    const { content: greeting } = await ctx.sample({ messages, maxTokens: 10 });
    return { number, greeting };
  });
  server.tool({ name: "ask" }, async (_input, ctx) => {
    const { action, content } = await ctx.elicit({
      message: "Who are you?",
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1 },
          age: { type: "integer", default: 7 },
          tea: { type: "boolean" },
          size: { type: "string", enum: ["s", "m"] },
        },
        required: ["name"],
      },
    });
    return { action, content };
  });
  server.tool({ name: "visit" }, async (_input, ctx) => {
    const elicitationId = "visit-1";
    const { action } = await ctx.elicit({
      mode: "url",
      message: "Please sign.",
      url: "https://pages.example/sign",
      elicitationId,
    });
    server.elicitationComplete(elicitationId);
    return action;
  });
  server.tool({ name: "think" }, async (_input, ctx) => {
    const { content, model } = await ctx.sample({
      messages: [{ role: "user", content: { type: "text", text: "2 + 2?" } }],
      maxTokens: 10,
    });
    return { content, model };
  });
  server.tool({ name: "explore" }, async (_input, ctx) => {
    const [roots, { action }] = await Promise.all([
      ctx.listRoots(),
      ctx.elicit({ message: "Go on?", requestedSchema: { type: "object", properties: {} } }),
    ]);
    return { roots, action };
  });
}
