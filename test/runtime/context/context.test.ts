/** What a handler's context offers beside the plain methods of the protocol, in both eras. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import {
  ClientAnswerError,
  ClientCapabilityError,
  ClientRevisionError,
  connectMemory,
  McpServer,
  ToolError,
  type CallContext,
  type ClientOptions,
  type ElicitFormParams,
  type LogLevel,
  type SamplingParams,
  type SamplingResult,
} from "../../../runtime/index.js";
import { RequestContext } from "../../../runtime/server/client-input/request-context.js";
import { DelegatingContext } from "../../../runtime/server/types/delegating-context.js";

const eras = ["2025-11-25", "2026-07-28"] as const;

/** Calls a handler as a tool's in each era, and returns what it returned or threw. */
async function inBothEras(
  handler: (ctx: CallContext) => unknown,
  questions: () => ClientOptions | undefined,
  check: (result: { content: { text?: string }[]; isError?: boolean }, era: string) => void,
  prepare: (server: McpServer) => void = () => {},
): Promise<void> {
  for (const protocolVersion of eras) {
    const server = new McpServer({ name: "s", version: "1" }, { logger: () => {} });
    prepare(server);
    server.tool({ name: "t" }, (_input, ctx) => handler(ctx));
    const asked = questions();
    await using client = await connectMemory(server, {
      protocolVersion,
      ...asked,
    });
    check(
      (await client.callTool("t", {}, { throwOnError: false } as never)) as never,
      protocolVersion,
    );
  }
}

function answered(text: string): SamplingResult {
  return { role: "assistant", content: { type: "text", text }, model: "m" };
}

test("a delegating context passes every member on", () => {
  const own = Object.getOwnPropertyNames(DelegatingContext.prototype);
  const all = Object.getOwnPropertyNames(RequestContext.prototype);
  assert.deepEqual(
    all.filter((name) => name !== "flush" && !own.includes(name)),
    [],
  );
});

test("log shorthands send their message, and the operator and the client decide what is sent", async () => {
  const levels: [LogLevel | undefined, LogLevel[]][] = [
    [undefined, ["info", "warning", "error"]],
    ["warning", ["warning", "error"]],
    ["debug", ["info", "warning", "error"]],
  ];
  for (const [logLevel, sent] of levels) {
    const server = new McpServer({ name: "s", version: "1" }, { ...(logLevel && { logLevel }) });
    server.tool({ name: "t" }, (_input, ctx) => {
      ctx.debug("a");
      ctx.info("b", { more: 1 });
      ctx.warning("c", [2]);
      ctx.error("d");
      return { level: ctx.logLevel, debug: ctx.logs("debug"), error: ctx.logs("error") };
    });
    const seen: unknown[] = [];
    await using client = await connectMemory(server, {
      protocolVersion: "2025-11-25",
      onLog: ({ level, data }) => void seen.push([level, data]),
    });
    const { content } = await client.callTool("t");
    const messages = [
      ["info", { message: "b", more: 1 }],
      ["warning", { message: "c", data: [2] }],
      ["error", "d"],
    ];
    assert.deepEqual(
      seen,
      messages.filter(([level]) => sent.includes(level as LogLevel)),
    );
    const level = logLevel === "warning" ? "warning" : "info";
    assert.deepEqual(JSON.parse((content[0] as { text: string }).text), {
      level,
      debug: false,
      error: true,
    });
  }
});

test("sample takes a text, fills in the limit, and gives the answer's text", async () => {
  const seen: SamplingParams[] = [];
  await inBothEras(
    async (ctx) => {
      const { text, model } = await ctx.sample("Say hi.");
      const more = await ctx.sample({ messages: ["One", "Two"], maxTokens: 5, temperature: 0 });
      return `${text} ${model} ${more.text}`;
    },
    () => ({
      sampling: (params) => {
        seen.push(params);
        const content = [
          { type: "text", text: "Hi" },
          { type: "image", data: "", mimeType: "image/png" },
          { type: "text", text: "!" },
        ] as const;
        return { role: "assistant", model: "m", content };
      },
    }),
    ({ content }) => assert.equal(content[0]?.text, "Hi! m Hi!"),
  );
  assert.deepEqual(seen[0]?.messages, [
    { role: "user", content: { type: "text", text: "Say hi." } },
  ]);
  assert.equal(seen[0]?.maxTokens, 1024);
  assert.equal(seen[1]?.messages.length, 2);
  assert.equal(seen[1]?.maxTokens, 5);
});

test("sample with a result schema asks again with the fault, and gives the parsed value", async () => {
  const schemas = [
    z.object({ n: z.number(), unit: z.string().default("km") }),
    { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  ];
  for (const result of schemas) {
    const prompts: SamplingParams[] = [];
    await inBothEras(
      async (ctx) => (await ctx.sample("How far?", { result })).value,
      () => {
        prompts.length = 0;
        const answers = ["about five", '{"n":"five"}', 'Sure:\n```json\n{"n": 5}\n```\nDone.'];
        return {
          sampling: (params) => {
            prompts.push(params);
            return answered(answers[(params.messages.length - 1) / 2] ?? "");
          },
        };
      },
      ({ content }) => {
        const unit = result === schemas[0] ? { unit: "km" } : {};
        assert.deepEqual(JSON.parse(content[0]?.text ?? ""), { n: 5, ...unit });
      },
    );
    assert.match(prompts[0]?.systemPrompt ?? "", /JSON Schema:\n\{.*"n"/);
    assert.match(JSON.stringify(prompts[1]?.messages), /It is not JSON/);
    assert.match(JSON.stringify(prompts[2]?.messages), /\bn\b.*number/);
  }
});

test("sample gives up after its attempts with a typed error", async () => {
  let asked = 0;
  await inBothEras(
    async (ctx) => {
      const error: unknown = await ctx
        .sample("x", { result: z.object({ n: z.number() }), attempts: 2 })
        .then(
          () => undefined,
          (reason: unknown) => reason,
        );
      // Since 2026-07-28 earlier rounds end in another error.
      if (error instanceof ClientAnswerError) return error.message;
      throw error as Error;
    },
    () => {
      asked = 0;
      return { sampling: () => (asked++, answered("no")) };
    },
    ({ content }) => {
      assert.match(content[0]?.text ?? "", /no fitting answer in 2 attempts: It is not JSON/);
      assert.equal(asked, 2);
    },
  );
});

test("elicit takes a schema of zod, valibot or arktype, and gives what the schema made of the answer", async () => {
  const forms: ElicitFormParams[] = [];
  const schemas = [
    z.object({ name: z.string().min(1), age: z.int().optional(), size: z.enum(["S", "M"]) }),
    toStandardJsonSchema(
      v.object({
        name: v.string(),
        age: v.optional(v.pipe(v.number(), v.integer())),
        size: v.picklist(["S", "M"]),
      }),
    ),
    type({ name: "string > 0", "age?": "number.integer", size: "'S' | 'M'" }),
  ];
  for (const schema of schemas) {
    forms.length = 0;
    await inBothEras(
      async (ctx) => {
        const answer = await ctx.elicit({ message: "Who?", schema });
        return answer.action === "accept" ? answer.content : answer.action;
      },
      () => ({
        elicitation: (params) => {
          forms.push(params as ElicitFormParams);
          return { action: "accept", content: { name: "Ann", age: 7, size: "M" } };
        },
      }),
      ({ content }) => {
        assert.deepEqual(JSON.parse(content[0]?.text ?? ""), { name: "Ann", age: 7, size: "M" });
      },
    );
    const { requestedSchema } = forms[0] as ElicitFormParams;
    assert.deepEqual(Object.keys(requestedSchema), ["type", "properties", "required"]);
    assert.deepEqual([...(requestedSchema.required ?? [])].sort(), ["name", "size"]);
    const { age, size } = requestedSchema.properties as Record<string, object>;
    assert.deepEqual(age, { type: "integer" });
    const { enum: values, ...choice } = size as { enum: string[] };
    assert.deepEqual(choice, { type: "string" });
    assert.deepEqual(values.sort(), ["M", "S"]);
  }
});

test("a form keeps what forms have, leaves out what only the library checks, and asks again what it refuses", async () => {
  const forms: ElicitFormParams[] = [];
  const schema = z.object({
    id: z.uuid().describe("The id."),
    mail: z.email().nullable(),
    count: z.int().positive().max(9).default(1),
    tags: z.array(z.enum(["a", "b"])).max(2),
    sure: z.boolean().default(true),
    even: z.number().refine((n) => n % 2 === 0, "must be even"),
    only: z.literal("x"),
  });
  const accepted = {
    id: "5e0f0c3e-7d5c-4b5e-8a55-0d6f3f7d7a10",
    tags: ["a"],
    sure: false,
    only: "x",
  };
  await inBothEras(
    async (ctx) => (await ctx.elicit({ message: "Fill in", schema })).content,
    () => {
      forms.length = 0;
      return {
        elicitation: (params) => {
          forms.push(params as ElicitFormParams);
          const even = params.message === "Fill in" ? 3 : 4;
          return { action: "accept", content: { ...accepted, count: 2, even } };
        },
      };
    },
    ({ content }) => {
      const value = JSON.parse(content[0]?.text ?? "") as object;
      assert.deepEqual(value, { ...accepted, count: 2, mail: null, even: 4 });
      assert.match(forms[1]?.message ?? "", /^Fill in\n\n.*even.*must be even/s);
    },
  );
  assert.deepEqual(forms[0]?.requestedSchema.properties, {
    id: { type: "string", description: "The id." },
    mail: { type: "string", format: "email" },
    count: { type: "integer", minimum: 1, maximum: 9, default: 1 },
    tags: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 2 },
    sure: { type: "boolean", default: true },
    even: { type: "number" },
    only: { type: "string", enum: ["x"] },
  });
});

test("a schema that is not flat is refused with the field's name", async () => {
  const wrong: [z.ZodType, RegExp][] = [
    [
      z.object({ address: z.object({ street: z.string() }) }),
      /the field address is of the type object/,
    ],
    [z.object({ list: z.array(z.string()) }), /the field list /],
    [z.object({ size: z.literal([1, 2]) }), /the field size /],
    [z.object({ any: z.union([z.string(), z.number()]) }), /the field any /],
    [z.string(), /must be an object with fields/],
  ];
  for (const [schema, message] of wrong) {
    await inBothEras(
      (ctx) =>
        ctx.elicit({ message: "?", schema }).catch((error: unknown) => {
          assert.ok(error instanceof TypeError);
          return error.message;
        }),
      () => ({ elicitation: () => ({ action: "decline" }) }),
      ({ content }) => assert.match(content[0]?.text ?? "", message),
    );
  }
});

test("ask gets single values, and undefined or false from a user who declines", async () => {
  const values: Record<string, unknown> = { text: "Ann", number: 3, choice: "b", choices: ["a"] };
  const handler = async (ctx: CallContext) => [
    await ctx.ask.text("text", { format: "email", title: "Mail" }),
    await ctx.ask.number("number", { integer: true, minimum: 1 }),
    await ctx.ask.choice("choice", ["a", "b"]),
    await ctx.ask.choices("choices", { a: "An A", b: "A B" }),
    await ctx.ask.confirm("confirm"),
    await ctx.ask.visit("visit", "https://example.com/"),
  ];
  values["text"] = "ann@example.com";
  for (const action of ["accept", "decline"] as const) {
    await inBothEras(
      handler,
      () => ({
        elicitation: (params) =>
          action === "accept" && "requestedSchema" in params && values[params.message] !== undefined
            ? { action, content: { answer: values[params.message] as string } }
            : { action },
      }),
      ({ content }) => {
        const got = JSON.parse(content[0]?.text ?? "") as unknown[];
        assert.deepEqual(
          got,
          action === "accept"
            ? ["ann@example.com", 3, "b", ["a"], true, true]
            : [null, null, null, null, false, false],
        );
      },
    );
  }
});

test("a client that can't be asked causes a typed error in every shorthand", async () => {
  const asks: ((ctx: CallContext) => Promise<unknown>)[] = [
    (ctx) => ctx.ask.confirm("?"),
    (ctx) => ctx.ask.visit("?", "https://example.com/"),
    (ctx) => ctx.elicit({ mode: "url", message: "?", url: "https://example.com/" }),
    (ctx) => ctx.sample("?"),
    (ctx) => ctx.sample("?", { result: z.string() }),
    (ctx) => ctx.elicit({ message: "?", schema: z.object({}) }),
    (ctx) => ctx.runTools({ messages: "?", tools: [] }),
  ];
  for (const ask of asks) {
    await inBothEras(
      (ctx) => ask(ctx).catch((error: unknown) => error instanceof ClientCapabilityError),
      () => undefined,
      ({ content }) => assert.equal(content[0]?.text, "true"),
    );
  }
});

test("runTools runs the tools that the model chooses once, and gives its last answer", async () => {
  let looked = 0;
  const seen: SamplingParams[] = [];
  const model = (params: SamplingParams): SamplingResult => {
    seen.push(params);
    const turn = (params.messages.length - 1) / 2;
    if (turn === 2) return answered("It is sunny.");
    const names = turn === 0 ? ["look", "own", "nowhere"] : ["broken", "asks", "look"];
    return {
      role: "assistant",
      model: "m",
      stopReason: "toolUse",
      content: names.map((name) => ({
        type: "tool_use" as const,
        id: `${name}-${turn}`,
        name,
        input: turn === 0 ? { place: "here" } : name === "look" ? { place: 1 } : {},
      })),
    };
  };
  const input = z.object({ place: z.string() });
  const own = {
    name: "own",
    description: "Own.",
    input,
    run: ({ place }: { place: string }) => [place],
  };
  await inBothEras(
    async (ctx) => {
      const { text, messages } = await ctx.runTools({
        messages: "How is the weather?",
        tools: ["look", own as never, "broken", "asks"],
      });
      return { text, messages };
    },
    () => {
      looked = 0;
      seen.length = 0;
      return { sampling: model, samplingFeatures: { tools: true } };
    },
    ({ content }) => {
      const { text, messages } = JSON.parse(content[0]?.text ?? "") as {
        text: string;
        messages: { content: { toolUseId: string; isError?: boolean; content: unknown }[] }[];
      };
      assert.equal(text, "It is sunny.");
      assert.equal(looked, 1);
      assert.equal(messages.length, 6);
      assert.deepEqual(
        seen[0]?.tools?.map(({ name }) => name),
        ["look", "own", "broken", "asks"],
      );
      const results = [...(messages[2]?.content ?? []), ...(messages[4]?.content ?? [])];
      assert.deepEqual(
        results.map(({ toolUseId, isError = false }) => [toolUseId, isError]),
        [
          ["look-0", false],
          ["own-0", false],
          ["nowhere-0", true],
          ["broken-1", true],
          ["asks-1", true],
          ["look-1", true],
        ],
      );
      assert.deepEqual(results[0]?.content, [{ type: "text", text: "sunny here" }]);
      assert.deepEqual(results[1]?.content, [{ type: "text", text: '["here"]' }]);
      assert.match(JSON.stringify(results[4]?.content), /can't do here/);
      assert.match(JSON.stringify(results[5]?.content), /place/);
    },
    (server) => {
      server.tool({ name: "look", input }, ({ place }) => {
        looked++;
        return `sunny ${place}`;
      });
      server.tool({ name: "broken" }, () => {
        throw new ToolError("Broken.");
      });
      server.tool({ name: "asks" }, (_input, ctx) =>
        ctx.elicit({ message: "?", schema: z.object({}) }),
      );
    },
  );
});

test("runTools goes through guards, ends at its limit, and refuses names that the server does not have", async () => {
  const use = { type: "tool_use" as const, id: "1", name: "secret", input: {} };
  const choices: unknown[] = [];
  await inBothEras(
    async (ctx) => {
      await assert.rejects(ctx.runTools({ messages: "?", tools: ["nowhere"] }), TypeError);
      const error: unknown = await ctx
        .runTools({ messages: "?", tools: ["secret"], maxTurns: 2 })
        .then(
          ({ messages }) => messages,
          (reason: unknown) => reason,
        );
      if (error instanceof ClientAnswerError) return error.message;
      throw error as Error;
    },
    () => ({
      sampling: (params) => {
        choices.push(params.toolChoice?.mode);
        const last = params.messages.at(-1);
        if (params.messages.length > 1) assert.match(JSON.stringify(last), /isError/);
        return { role: "assistant", model: "m", content: [use] };
      },
      samplingFeatures: { tools: true },
    }),
    ({ content }) => assert.match(content[0]?.text ?? "", /no answer in 2 turns/),
    (server) =>
      server.tool({ name: "secret", use: [{ name: "never", guard: () => false }] }, () => "secret"),
  );
  assert.deepEqual(choices, [undefined, "none", undefined, "none"]);
});

test("messages of extensions go to the client, and those of the protocol are refused", async () => {
  const told: unknown[] = [];
  for (const protocolVersion of eras) {
    told.length = 0;
    const server = new McpServer({ name: "s", version: "1" });
    server.tool({ name: "t" }, async (_input, ctx) => {
      ctx.notify("example.com/news", { n: 1 });
      ctx.notify("notifications/example.com/news");
      for (const method of ["notifications/progress", "notifications/tools/x", "tools/list", ""]) {
        assert.throws(() => ctx.notify(method), TypeError);
        assert.throws(() => ctx.sendRequest(method), TypeError);
      }
      const answer: unknown = await ctx
        .sendRequest("example.com/ask")
        .catch((error: unknown) => error);
      return (answer as Error).name;
    });
    await using client = await connectMemory(server, {
      protocolVersion,
      onNotification: (notification) => void told.push(notification),
    });
    const { content } = await client.callTool("t");
    const modern = protocolVersion === "2026-07-28";
    assert.equal(
      (content[0] as { text: string }).text,
      modern ? ClientRevisionError.name : ClientAnswerError.name,
    );
    assert.deepEqual(told, [
      { method: "example.com/news", params: { n: 1 } },
      { method: "notifications/example.com/news", params: {} },
    ]);
  }
});
