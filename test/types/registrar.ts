/** Type errors of registered tools and templates. Checked by `npm run typecheck`; never run. */
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
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
