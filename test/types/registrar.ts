/** Type errors of registered tools and templates. Checked by `npm run typecheck`; never run. */
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import { inputRequired, stream, type CallToolResult, type Media } from "../../runtime/index.js";
import type { SchemaSource } from "../../runtime/schema/schema-source.js";
import type {
  Registrar,
  ToolArguments,
  ToolDefinition,
} from "../../runtime/server/types/definitions.js";

const query = z.object({ text: z.string(), limit: z.number().default(1) });

export function tools(mcp: Registrar, given: ToolDefinition, source: SchemaSource): void {
  mcp.tool({ name: "zod", input: query }, async ({ text, limit }, ctx) => {
    ctx.progress(limit satisfies number);
    return Promise.resolve(text satisfies string);
  });
  mcp.tool({ name: "arktype", input: type({ text: "string" }) }, ({ text }) => {
    return text satisfies string;
  });
  mcp.tool(
    { name: "valibot", input: toStandardJsonSchema(v.object({ text: v.string() })) },
    ({ text }) => text satisfies string,
  );

  mcp.tool({ name: "none" }, () => 1);
  mcp.tool({ name: "unused" }, (input) => input satisfies ToolArguments);
  // @ts-expect-error: what JSON Schema describes is unknown …
  mcp.tool({ name: "json", input: { type: "object" } }, ({ text }) => text satisfies string);
  // … until the author says it.
  mcp.tool({ name: "said", input: { type: "object" } }, ({ text }: { text: string }) => text);
  mcp.tool(given, (input) => input satisfies ToolArguments);
  mcp.tool({ name: "any", input: source }, (input) => input satisfies ToolArguments);

  // @ts-expect-error: `text` is a string
  mcp.tool({ name: "wrong", input: query }, ({ text }: { text: number }) => text);
  // @ts-expect-error: the schema has no `page`
  mcp.tool({ name: "wrong", input: query }, ({ page }) => page);
  // @ts-expect-error: arguments are an object
  mcp.tool({ name: "wrong", input: { type: "object" } }, (input: string) => input);
  // @ts-expect-error: not a member of a tool's definition
  mcp.tool({ name: "wrong", inptu: query }, () => 1);
  // @ts-expect-error: not a schema
  mcp.tool({ name: "wrong", input: "text" }, () => 1);
}

export function templates(mcp: Registrar): void {
  const input = z.object({ id: z.number() });
  mcp.template({ name: "zod", uriTemplate: "x://{id}", input }, ({ id }, _ctx, uri) => {
    return uri + (id satisfies number).toFixed();
  });
  mcp.template({ name: "text", uriTemplate: "x://{id}" }, ({ id }: { id: string }) => id);
  // @ts-expect-error: `id` is a number
  mcp.template({ name: "wrong", uriTemplate: "x://{id}", input }, ({ id }: { id: string }) => id);
}

export function results(mcp: Registrar): void {
  const output = z.object({ n: z.number(), unit: z.string().default("km") });
  mcp.tool({ name: "fits", output }, () => ({ n: 1 }));
  mcp.tool({ name: "later", output }, async () => Promise.resolve({ n: 1, unit: "m" }));
  mcp.tool({ name: "structured", output }, () => ({ structuredContent: { n: 1 } }));
  mcp.tool({ name: "failed", output }, () => ({ isError: true, content: ["No."] }));
  mcp.tool({ name: "whole", output }, (): CallToolResult => ({ content: [] }));
  mcp.tool({ name: "asks", output }, () => inputRequired({ state: 1 }));
  mcp.tool({ name: "file", output }, (): Media => ({ mimeType: "a/b", data: new Uint8Array() }));
  mcp.tool({ name: "generator", output }, function* () {
    yield { n: 1 };
  });
  mcp.tool({ name: "returns", output }, async function* () {
    yield "working";
    return { n: await Promise.resolve(1) };
  });
  mcp.tool({ name: "stream", output }, () =>
    stream([1, 2], { accumulate: (all) => ({ n: all.length }) }),
  );
  mcp.tool({ name: "json", output: { type: "object" } }, () => "anything");
  mcp.tool({ name: "both", input: query, output }, ({ limit }) => ({ n: limit }));
  mcp.tool({ name: "arktype", output: type({ n: "number" }) }, () => ({ n: 1 }));

  // @ts-expect-error: `n` is a number
  mcp.tool({ name: "wrong", output }, () => ({ n: "text" }));
  // @ts-expect-error: `n` is a number
  mcp.tool({ name: "wrong", output }, async () => Promise.resolve({ n: "text" }));
  // @ts-expect-error: `n` is missing
  mcp.tool({ name: "wrong", output }, () => ({ unit: "m" }));
  // @ts-expect-error: not an object
  mcp.tool({ name: "wrong", output }, () => "text");
  // @ts-expect-error: nothing
  mcp.tool({ name: "wrong", output }, () => {});
  // @ts-expect-error: the structured content does not fit
  mcp.tool({ name: "wrong", output }, () => ({ structuredContent: { n: "text" } }));
  // @ts-expect-error: the last item is the result
  mcp.tool({ name: "wrong", output }, function* () {
    yield "text";
  });
  // @ts-expect-error: what `accumulate` makes is the result
  mcp.tool({ name: "wrong", output }, () => stream([1], { accumulate: (all) => all }));
  // @ts-expect-error: `n` is a number, with arktype, too
  mcp.tool({ name: "wrong", output: type({ n: "number" }) }, () => ({ n: "text" }));
  // @ts-expect-error: a role of no message
  mcp.prompt({ name: "wrong" }, () => [{ role: "system", content: "text" }]);
  mcp.prompt({ name: "mixed" }, () => [{ role: "user", content: ["See:", new Uint8Array()] }]);
}
