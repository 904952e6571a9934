/** Tools and resources of the user's own, as entries of the catalogue. */
import { isObject, type JsonObject } from "../protocol/json.js";
import type { CallToolResult, ReadResourceResult, Tool } from "../protocol/model.js";
import { UriTemplate } from "../resources/uri-template.js";
import { ArgumentCheck } from "./arguments.js";
import type { ResourceEntry, TemplateEntry, ToolEntry } from "./catalogue.js";
import { checkVariables } from "./operation-entries.js";
import { classifyValue, OutputWriter } from "./output.js";
import type {
  Registrar,
  ResourceDefinition,
  TemplateDefinition,
  ToolDefinition,
} from "./registrar.js";
import { readContents } from "./resource-contents.js";
import { tagsMeta } from "./tags.js";
import { coerceVariables } from "./variables.js";

type ToolHandler = Parameters<Registrar["tool"]>[1];
type ResourceHandler = Parameters<Registrar["resource"]>[1];
type TemplateHandler = Parameters<Registrar["template"]>[1];

const noArguments: JsonObject = { type: "object", additionalProperties: false };

/** @throws TypeError when the input schema is no object's */
export function customTool(definition: ToolDefinition, handler: ToolHandler): ToolEntry {
  const { name, title, description, input = noArguments, output, annotations, tags } = definition;
  if (input["type"] !== "object") {
    throw new TypeError(`The input schema of ${JSON.stringify(name)} needs "type": "object".`);
  }
  const check = new ArgumentCheck(() => input);
  const writer = new OutputWriter(output ? { schema: () => output } : {});
  const listed: Tool = {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: input,
    ...(output && { outputSchema: output }),
    ...(annotations && { annotations }),
    ...tagsMeta(tags),
  };
  return {
    describe: () => listed,
    async call(args, request): Promise<CallToolResult> {
      await check.check(args, "The arguments are not right, so nothing was called");
      const value = await handler(args, request);
      if (isCallToolResult(value)) return value;
      return writer.write(classifyValue(value, undefined), () => `tool:${name}`);
    },
  };
}

export function customResource(
  definition: ResourceDefinition,
  handler: ResourceHandler,
): ResourceEntry {
  const { tags, ...listed } = definition;
  return {
    listed: { ...listed, ...tagsMeta(tags) },
    async read(request): Promise<ReadResourceResult> {
      const value = await handler(definition.uri, request);
      if (isReadResult(value)) return value;
      return readContents(classifyValue(value, undefined), definition.uri, definition.mimeType);
    },
  };
}

/** @throws TypeError for a URI template that can't be used */
export function customTemplate(
  definition: TemplateDefinition,
  handler: TemplateHandler,
): TemplateEntry {
  const { tags, input = { type: "object" }, ...listed } = definition;
  const check = new ArgumentCheck(() => input);
  return {
    template: new UriTemplate(definition.uriTemplate),
    listed: { ...listed, ...tagsMeta(tags) },
    async read(uri, variables, request): Promise<ReadResourceResult> {
      const args = coerceVariables(variables, input, undefined);
      if (definition.input) await checkVariables(check, args, uri);
      const value = await handler(args, request, uri);
      if (isReadResult(value)) return value;
      return readContents(classifyValue(value, undefined), uri, definition.mimeType);
    },
  };
}

function isCallToolResult(value: unknown): value is CallToolResult {
  if (!isObject(value) || !Array.isArray(value["content"])) return false;
  return value["content"].every((each) => isObject(each) && contentTypes.has(each["type"]));
}

const contentTypes = new Set<unknown>(["text", "image", "audio", "resource_link", "resource"]);

function isReadResult(value: unknown): value is ReadResourceResult {
  if (!isObject(value) || !Array.isArray(value["contents"])) return false;
  return value["contents"].every((each) => isObject(each) && typeof each["uri"] === "string");
}
