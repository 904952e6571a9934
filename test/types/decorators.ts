/** Type errors of decorated methods. Checked by `npm run typecheck`; never run. */
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import type { CallContext } from "../../runtime/server/types/call-context.js";
import {
  mcpCompletion,
  mcpLifespan,
  mcpPrompt,
  mcpResource,
  mcpTemplate,
  mcpTool,
} from "../../runtime/server/decorators/decorators.js";

const query = z.object({ text: z.string(), limit: z.number().default(3) });
const valibotQuery = toStandardJsonSchema(v.object({ text: v.string() }));
const valibotResult = toStandardJsonSchema(v.object({ n: v.number() }));
const arkQuery = type({ text: "string" });
const jsonQuery = { type: "object", properties: { text: { type: "string" } } } as const;

export class Tools {
  @mcpTool({ input: query })
  exact(input: { text: string; limit: number }, ctx: CallContext): void {
    void [input, ctx];
  }

  @mcpTool({ input: query })
  inferred(input: z.output<typeof query>): void {
    void input;
  }

  /** The handler gets the parsed value, so a default is always set. */
  @mcpTool({ input: query })
  wider(input: { text: string; limit?: number; more?: boolean }): void {
    void input;
  }

  @mcpTool({ input: query })
  none(): void {}

  // @ts-expect-error: `text` is a string
  @mcpTool({ input: query })
  wrongType(input: { text: number }): void {
    void input;
  }

  // @ts-expect-error: the schema has no `page`
  @mcpTool({ input: query })
  wrongName(input: { page: string }): void {
    void input;
  }

  // @ts-expect-error: there is no third parameter
  @mcpTool({ input: query })
  wrongLength(_input: { text: string }, _ctx: CallContext, _more: string): void {}

  // @ts-expect-error: the second parameter is the context
  @mcpTool({ input: query })
  wrongContext(_input: { text: string }, _ctx: string): void {}

  @mcpTool({ input: valibotQuery })
  valibot(input: { text: string }): void {
    void input;
  }

  // @ts-expect-error: `text` is a string
  @mcpTool({ input: valibotQuery })
  wrongValibot(input: { text: number }): void {
    void input;
  }

  @mcpTool({ input: arkQuery })
  ark(input: { text: string }): void {
    void input;
  }

  // @ts-expect-error: `text` is a string
  @mcpTool({ input: arkQuery })
  wrongArk(input: { text: number }): void {
    void input;
  }

  /** The compiler can't read JSON Schema, so the author states the type. */
  @mcpTool({ input: jsonQuery })
  json(input: { text: string }): void {
    void input;
  }

  @mcpTool({ description: "Takes nothing." })
  bare(_input: object, ctx: CallContext): string {
    return ctx.protocolVersion;
  }

  // @ts-expect-error: without a schema there are no arguments
  @mcpTool({ description: "Takes something." })
  noSchema(input: { text: string }): void {
    void input;
  }

  // @ts-expect-error: not a member of a tool's definition
  @mcpTool({ descriptoin: "Misspelt." })
  misspelt(): void {}

  @mcpTool({ output: z.object({ n: z.number() }) })
  returns(): Promise<{ n: number }> {
    return Promise.resolve({ n: 1 });
  }

  // @ts-expect-error: `n` is a number
  @mcpTool({ output: z.object({ n: z.number() }) })
  wrongResult(): { n: string } {
    return { n: "text" };
  }

  // @ts-expect-error: `n` is a number
  @mcpTool({ input: query, output: valibotResult })
  async wrongValibotResult(): Promise<{ n: string }> {
    return Promise.resolve({ n: "text" });
  }

  @mcpTool({ output: jsonQuery })
  anything(): string {
    return "";
  }

  // @ts-expect-error: decorators of methods stand before methods only
  @mcpTool()
  field = 1;
}

export class Resources {
  @mcpResource({ uri: "x://a" })
  read(uri: string, ctx: CallContext): string {
    return uri + ctx.protocolVersion;
  }

  // @ts-expect-error: a resource needs a URI
  @mcpResource({ mimeType: "text/plain" })
  nowhere(): string {
    return "";
  }

  @mcpTemplate({ uriTemplate: "x://{id}" })
  byText({ id }: { id: string }, _ctx: CallContext, uri: string): string {
    return id + uri;
  }

  @mcpTemplate({ uriTemplate: "x://{id}", input: z.object({ id: z.number() }) })
  byNumber({ id }: { id: number }): string {
    return id.toFixed();
  }

  // @ts-expect-error: `id` is a number
  @mcpTemplate({ uriTemplate: "x://{id}", input: z.object({ id: z.number() }) })
  wrong({ id }: { id: string }): string {
    return id;
  }
}

export class Prompts {
  @mcpPrompt({ arguments: [{ name: "topic", required: true }, { name: "tone" }] })
  write({ topic, tone = "plain" }: { topic: string; tone?: string }): string {
    return topic + tone;
  }

  @mcpPrompt()
  nothing(): string {
    return "";
  }

  // @ts-expect-error: `tone` may be missing
  @mcpPrompt({ arguments: [{ name: "topic", required: true }, { name: "tone" }] })
  needsTone({ tone }: { tone: string }): string {
    return tone;
  }

  // @ts-expect-error: there is no argument `subject`
  @mcpPrompt({ arguments: [{ name: "topic", required: true }] })
  misnamed({ subject }: { subject: string }): string {
    return subject;
  }

  // @ts-expect-error: a number is no prompt
  @mcpPrompt()
  number(): number {
    return 1;
  }

  @mcpCompletion("write", "tone")
  async complete(value: string): Promise<string[]> {
    return Promise.resolve([value]);
  }

  // @ts-expect-error: completions are texts
  @mcpCompletion("write", "tone")
  completeNumbers(): number[] {
    return [1];
  }
}

export class Spans {
  @mcpLifespan
  async *hold(): AsyncGenerator<string, void> {
    yield await Promise.resolve("db");
  }

  // @ts-expect-error: a lifespan yields
  @mcpLifespan
  async open(): Promise<void> {}
}
