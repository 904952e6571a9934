import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import {
  elicit,
  errorCodes,
  inputRequired,
  mcpCompletion,
  mcpPrompt,
  mcpResource,
  mcpServer,
  mcpServerOf,
  mcpTemplate,
  mcpTool,
  ProtocolError,
  sample,
  ToolError,
  type CallContext,
  type CallToolResult,
  type ElicitResult,
  type GetPromptResult,
  type McpServer,
  type Media,
} from "../../runtime/index.js";
import { base64, picture, sound } from "./media.js";
import {
  askForText,
  askForYes,
  askTheModel,
  choices,
  userAndEmail,
  withDefaults,
} from "./questions.js";
import { contactInput, regionInput } from "./schemas.js";
import { toggle } from "./toggle.js";

/** The server of `server.ts` as a class. Tools and prompts are named by their methods. */
@mcpServer({ name: "conformance-class", version: "1.0.0", title: "Conformance, a class" })
class ConformanceServer {
  /** The registry, for tools that come and go at run time. */
  server!: McpServer;
  readonly #changeTools = toggle(() =>
    this.server.tool({ name: "temporary_tool", description: "Here for a while" }, () => "Here."),
  );
  readonly #changePrompts = toggle(() =>
    this.server.prompt({ name: "temporary_prompt", description: "Here for a while" }, () => "Hi"),
  );

  @mcpTool({ description: "Answers with text" })
  test_simple_text(): string {
    return "This is a simple text response for testing.";
  }

  @mcpTool({ description: "Answers with a picture" })
  test_image_content(): Media {
    return picture;
  }

  @mcpTool({ description: "Answers with a sound" })
  test_audio_content(): Media {
    return sound;
  }

  @mcpTool({ description: "Answers with a resource" })
  test_embedded_resource(): CallToolResult {
    return {
      content: [
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
      ],
    };
  }

  @mcpTool({ description: "Answers with text, a picture, a resource" })
  test_multiple_content_types(): CallToolResult {
    return {
      content: [
        { type: "text", text: "Multiple content types test:" },
        { type: "image", data: base64(picture), mimeType: picture.mimeType },
        embedded(
          "test://mixed-content-resource",
          "application/json",
          '{"test":"data","value":123}',
        ),
      ],
    };
  }

  @mcpTool({ description: "Always fails" })
  test_error_handling(): never {
    throw new ToolError("This tool intentionally returns an error for testing");
  }

  @mcpTool({ description: "Says how far it is" })
  async test_tool_with_progress(_input: object, ctx: CallContext): Promise<string> {
    for (const done of [0, 50, 100]) {
      if (done > 0) await wait(50);
      ctx.progress(done, 100);
    }
    return "Progress was told.";
  }

  @mcpTool({ description: "Sends log messages" })
  async test_tool_with_logging(_input: object, ctx: CallContext): Promise<string> {
    for (const text of ["started", "processing data", "completed"]) {
      ctx.log("info", `Tool execution ${text}`);
      await wait(50);
    }
    return "Three messages were logged.";
  }

  @mcpTool({ description: "Sends log messages of every kind" })
  test_logging_tool(_input: object, ctx: CallContext): string {
    for (const level of ["debug", "info", "error"] as const) ctx.log(level, { level });
    return "Logged what was asked for.";
  }

  @mcpTool({ description: "Drops the connection before it answers" })
  async test_reconnection(_input: object, ctx: CallContext): Promise<string> {
    ctx.disconnect(500);
    await wait(100);
    return "This answer was fetched later.";
  }

  @mcpTool({ description: "Tool with JSON Schema 2020-12 features", input: contactInput })
  json_schema_2020_12_tool(input: { readonly name?: string }): string {
    return `Got ${input.name ?? "somebody"}`;
  }

  @mcpTool({ description: "Has an argument in a header", input: regionInput })
  test_custom_header({ region }: { readonly region: string }): string {
    return `The region is ${region}`;
  }

  @mcpTool({ description: "Asks the client's model", input: z.object({ prompt: z.string() }) })
  async test_sampling({ prompt }: { prompt: string }, ctx: CallContext): Promise<string> {
    const { content } = await ctx.sample(askTheModel(prompt));
    return `LLM response: ${JSON.stringify(content)}`;
  }

  @mcpTool({ description: "Asks the user", input: z.object({ message: z.string() }) })
  async test_elicitation({ message }: { message: string }, ctx: CallContext): Promise<string> {
    return `User response: ${outcomeOf(await ctx.elicit({ message, requestedSchema: userAndEmail }))}`;
  }

  @mcpTool({ description: "Asks, with defaults for all" })
  async test_elicitation_sep1034_defaults(_input: object, ctx: CallContext): Promise<string> {
    const answer = await ctx.elicit({ message: "Your details?", requestedSchema: withDefaults });
    return `Elicitation completed: ${outcomeOf(answer)}`;
  }

  @mcpTool({ description: "Asks for choices of every shape" })
  async test_elicitation_sep1330_enums(_input: object, ctx: CallContext): Promise<string> {
    const answer = await ctx.elicit({ message: "Please choose", requestedSchema: choices });
    return `Elicitation completed: ${outcomeOf(answer)}`;
  }

  @mcpTool({ description: "Asks the user after a word on progress" })
  async test_streaming_elicitation(_input: object, ctx: CallContext): Promise<string> {
    ctx.progress(1, 2);
    return outcomeOf(await ctx.elicit(askForText("What is your name?", "name")));
  }

  @mcpTool({
    description: "Is of no use without the client's model",
    requires: { sampling: {} },
  })
  test_missing_capability(): string {
    return "The client has a model.";
  }

  @mcpTool({ description: "Greets whom it asked" })
  async test_input_required_result_elicitation(_input: object, ctx: CallContext): Promise<string> {
    const answer = await ctx.elicit(askForText("What is your name?", "name"), { key: "user_name" });
    return `Hello, ${String(answer.content?.["name"] ?? "whoever you are")}!`;
  }

  @mcpTool({ description: "Asks the model" })
  async test_input_required_result_sampling(_input: object, ctx: CallContext): Promise<string> {
    const question = askTheModel("What is the capital of France?");
    return JSON.stringify((await ctx.sample(question, { key: "capital_question" })).content);
  }

  @mcpTool({ description: "Asks for the client's folders" })
  async test_input_required_result_list_roots(_input: object, ctx: CallContext): Promise<string> {
    const roots = await ctx.listRoots({ key: "client_roots" });
    return roots.map(({ uri }) => uri).join("\n");
  }

  @mcpTool({ description: "Asks three at once" })
  async test_input_required_result_multiple_inputs(_: object, ctx: CallContext): Promise<object> {
    const visit = await ctx.once("visit", () => randomUUID());
    const [user, greeting, roots] = await Promise.all([
      ctx.elicit(askForText("What is your name?", "name"), { key: "user_name" }),
      ctx.sample(askTheModel("Generate a greeting", 50), { key: "greeting" }),
      ctx.listRoots({ key: "client_roots" }),
    ]);
    return { visit, user: user.content ?? null, greeting: greeting.content, roots };
  }

  @mcpTool({ description: "Asks one after the other" })
  async test_input_required_result_multi_round(_input: object, ctx: CallContext): Promise<object> {
    const order = await ctx.once("order", () => randomUUID());
    const name = askForText("Step 1: What is your name?", "name");
    const color = askForText("Step 2: What is your favorite color?", "color");
    const first = await ctx.elicit(name, { key: "step1" });
    const second = await ctx.elicit(color, { key: "step2" });
    return { order, ...first.content, ...second.content };
  }

  @mcpTool({ description: "Keeps state for a round" })
  test_input_required_result_request_state(_input: object, ctx: CallContext): unknown {
    return this.#confirm(ctx);
  }

  @mcpTool({ description: "Trusts its own state only" })
  test_input_required_result_tampered_state(_input: object, ctx: CallContext): unknown {
    return this.#confirm(ctx);
  }

  @mcpTool({ description: "Asks whatever the client takes" })
  test_input_required_result_capabilities(_input: object, ctx: CallContext): unknown {
    if (ctx.inputResponses) return `Answered: ${Object.keys(ctx.inputResponses).join(", ")}`;
    return inputRequired({
      inputRequests: {
        user_name: elicit(askForText("What is your name?", "name")),
        capital_question: sample(askTheModel("What is the capital of France?")),
      },
    });
  }

  @mcpTool({
    description: "Greets, and never as a task",
    input: z.object({ name: z.string() }),
  })
  greet({ name }: { name: string }): string {
    return `Hello, ${name}!`;
  }

  @mcpTool({
    description: "Takes as long as it is told",
    input: z.object({ seconds: z.number().min(0).max(600), label: z.string() }),
    task: "optional",
  })
  async slow_compute(
    { seconds, label }: { seconds: number; label: string },
    ctx: CallContext,
  ): Promise<string> {
    await wait(seconds * 1000, undefined, { signal: ctx.signal });
    return `Computed ${label} for ${seconds} s`;
  }

  @mcpTool({ description: "Fails after a second", task: "required" })
  async failing_job(_input: object, ctx: CallContext): Promise<never> {
    await wait(1000, undefined, { signal: ctx.signal });
    throw new ToolError("The job failed.");
  }

  @mcpTool({ description: "Ends with a JSON-RPC error", task: "required" })
  async protocol_error_job(_input: object, ctx: CallContext): Promise<never> {
    await wait(100, undefined, { signal: ctx.signal });
    throw new ProtocolError(errorCodes.internalError, "The job can't be run.");
  }

  @mcpTool({
    description: "Deletes a file, if the user says so",
    input: z.object({ filename: z.string() }),
    task: "optional",
  })
  async confirm_delete({ filename }: { filename: string }, ctx: CallContext): Promise<string> {
    const answer = await ctx.elicit(askForYes(`Delete ${filename}?`, "confirm"));
    return answer.content?.["confirm"] === true ? `Deleted ${filename}` : "Kept it.";
  }

  @mcpTool({ description: "Asks two questions at once", task: "optional" })
  async multi_input(_input: object, ctx: CallContext): Promise<string> {
    const answers = await Promise.all([
      ctx.elicit(askForText("What is your name?", "name"), { key: "name" }),
      ctx.elicit(askForYes("Do you confirm?", "confirm"), { key: "confirm" }),
    ]);
    return answers.map(outcomeOf).join(", ");
  }

  @mcpTool({ description: "Asks for a name first, and works as a task then", task: "required" })
  async test_tool_with_task(_input: object, ctx: CallContext): Promise<unknown> {
    const answer = ctx.inputResponses?.["user_name"] as Partial<ElicitResult> | null | undefined;
    const name = answer?.content?.["name"];
    if (typeof name !== "string") {
      const question = elicit(askForText("What is your name?", "name"));
      return inputRequired({ inputRequests: { user_name: question } });
    }
    await wait(100, undefined, { signal: ctx.signal });
    return `Done for ${name}`;
  }

  @mcpTool({ description: "Adds a tool, or takes it away" })
  test_trigger_tool_change(): string {
    return this.#changeTools();
  }

  @mcpTool({ description: "Adds a prompt, or takes it away" })
  test_trigger_prompt_change(): string {
    return this.#changePrompts();
  }

  @mcpResource({ uri: "test://static-text", name: "Static text", mimeType: "text/plain" })
  staticText(): string {
    return "This is the content of the static text resource.";
  }

  @mcpResource({ uri: "test://static-binary", name: "Static binary", mimeType: "image/png" })
  staticBinary(): Media {
    return picture;
  }

  @mcpResource({ uri: "test://watched-resource", name: "Watched resource" })
  watchedResource(): string {
    return "Watched resource content";
  }

  @mcpTemplate({ uriTemplate: "test://template/{id}/data", mimeType: "application/json" })
  dataById({ id }: { readonly id: string }): object {
    return { id, templateTest: true, data: `Data for ID: ${id}` };
  }

  @mcpPrompt({ description: "A prompt without arguments" })
  test_simple_prompt(): string {
    return "This is a simple prompt for testing.";
  }

  @mcpPrompt({
    description: "A prompt with two arguments",
    arguments: [
      { name: "arg1", description: "First test argument", required: true },
      { name: "arg2", description: "Second test argument", required: true },
    ],
  })
  test_prompt_with_arguments({ arg1, arg2 }: { arg1: string; arg2: string }): string {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @mcpCompletion("test_prompt_with_arguments", "arg1")
  firstArguments(value: string): readonly string[] {
    return ["test1", "test2", "other"].filter((each) => each.startsWith(value));
  }

  @mcpPrompt({
    description: "A prompt that brings a resource",
    arguments: [{ name: "resourceUri", description: "Which resource", required: true }],
  })
  test_prompt_with_embedded_resource(args: { resourceUri: string }): GetPromptResult["messages"] {
    const text = "Embedded resource content for testing.";
    return [
      { role: "user", content: embedded(args.resourceUri, "text/plain", text) },
      { role: "user", content: { type: "text", text: "Please process the resource above." } },
    ];
  }

  @mcpPrompt({ description: "A prompt that brings a picture" })
  test_prompt_with_image(): GetPromptResult["messages"] {
    const { mimeType } = picture;
    return [
      { role: "user", content: { type: "image", data: base64(picture), mimeType } },
      { role: "user", content: { type: "text", text: "Please analyze the image above." } },
    ];
  }

  @mcpPrompt({ description: "A prompt that asks the user" })
  async test_input_required_result_prompt(_args: object, ctx: CallContext): Promise<string> {
    const question = askForText("What context should the prompt use?", "context");
    const answer = await ctx.elicit(question, { key: "user_context" });
    return `Use this context: ${String(answer.content?.["context"] ?? "none")}`;
  }

  /** Requests input in the first round, and checks in the second that its state is returned. */
  #confirm(ctx: CallContext): unknown {
    if (ctx.requestState === undefined) {
      return inputRequired({
        inputRequests: { confirm: elicit(askForYes("Please confirm", "ok")) },
        state: ["asked"],
      });
    }
    if (JSON.stringify(ctx.requestState) !== '["asked"]') throw new ToolError("Not my state.");
    return "state-ok";
  }
}

/** Returns a server with everything that the conformance suite tests, as one class. */
export function classServer(): McpServer {
  const instance = new ConformanceServer();
  instance.server = mcpServerOf(instance);
  return instance.server;
}

function embedded(uri: string, mimeType: string, text: string) {
  return { type: "resource", resource: { uri, mimeType, text } } as const;
}

function outcomeOf({ action, content }: ElicitResult): string {
  return `action=${action}, content=${JSON.stringify(content)}`;
}
