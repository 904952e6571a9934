import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Sources } from "../load/source.js";
import type { NamedSchemas } from "../operations/model.js";
import { apiName } from "../surface/names/api-names.js";
import { reserveName } from "../surface/names/names.js";
import { reservedTypes } from "../surface/names/reserved.js";
import { upperStart } from "../surface/names/symbols.js";
import type {
  ListedPrompt,
  ListedResource,
  ListedServer,
  ListedTemplate,
  ListedTool,
} from "./listed-server.js";
import { nameMethods } from "./name-methods.js";
import { nameTypes } from "./name-types.js";
import { readSchemas, type ListedSchema } from "./read-schemas.js";
import { variablesOf, type TemplateVariable } from "./template-variables.js";

/** An entry of a server's lists, with the names of its method and types. */
export type ListedEntry = {
  readonly name: string;
  readonly key: string;
  readonly symbol: string;
} & (
  | {
      readonly kind: "tool";
      readonly tool: ListedTool;
      readonly inputType: string;
      /** Absent without an output schema. */
      readonly outputType?: string;
    }
  | { readonly kind: "resource"; readonly resource: ListedResource }
  | {
      readonly kind: "template";
      readonly template: ListedTemplate;
      readonly inputType: string;
      readonly variables: readonly TemplateVariable[];
    }
  | { readonly kind: "prompt"; readonly prompt: ListedPrompt; readonly inputType: string }
);

/** A server as a client sees it, ready to be written as a class. */
export interface ReadServer {
  /** `^[a-z][a-z0-9-]*$` */
  readonly name: string;
  readonly className: string;
  readonly server: ListedServer;
  /** Tools, resources, templates, prompts. */
  readonly entries: readonly ListedEntry[];
  /** Number of resources that have no method, because they are too many. */
  readonly furtherResources: number;
  /** The schemas of tools by the names of their types, and the definitions that they refer to. */
  readonly schemas: NamedSchemas;
  /** The name of the type of each schema. Some share one. */
  readonly typeNames: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: Sources["files"];
}

/** Maximum resources with a method each. Servers with more list data, not a part of their interface. */
const maxResources = 100;

/** @param given the name that the user gives the server */
export function readServer(server: ListedServer, given?: string): ReadServer {
  const name = serverName(server.name, given);
  const className = `${name.split("-").map(upperStart).join("")}Client`;
  const isShort = server.resources.length <= maxResources;
  const diagnostics: Diagnostic[] = [];
  const named = nameMethods([
    ...server.tools.map(
      (tool) => ({ kind: "tool", name: tool.name, key: tool.name, tool }) as const,
    ),
    ...(isShort ? server.resources : []).map(
      (resource) =>
        ({ kind: "resource", name: resource.name, key: resource.uri, resource }) as const,
    ),
    ...server.resourceTemplates.flatMap((template) => {
      const { name: label, uriTemplate: key } = template;
      const variables = variablesOf(key);
      if (variables) return [{ kind: "template", name: label, key, template, variables } as const];
      diagnostics.push(malformedTemplate(key));
      return [];
    }),
    ...server.prompts.map(
      (prompt) => ({ kind: "prompt", name: prompt.name, key: prompt.name, prompt }) as const,
    ),
  ]);
  const taken = new Set([...reservedTypes, ...runtimeTypes, className]);
  const typeName = (symbol: string, suffix: string): string =>
    reserveName(`${upperStart(symbol.replace(/_+$/, ""))}${suffix}`, taken);
  const schemas: ListedSchema[] = [];
  const entries = named.map((entry): ListedEntry => {
    switch (entry.kind) {
      case "resource":
        return entry;
      case "template":
        return { ...entry, inputType: typeName(entry.symbol, "Variables") };
      case "prompt":
        return { ...entry, inputType: typeName(entry.symbol, "Arguments") };
      case "tool": {
        const { inputSchema, outputSchema } = entry.tool;
        const inputType = typeName(entry.symbol, "Input");
        schemas.push({ typeName: inputType, schema: inputSchema });
        if (outputSchema === undefined) return { ...entry, inputType };
        const outputType = typeName(entry.symbol, "Output");
        schemas.push({ typeName: outputType, schema: outputSchema });
        return { ...entry, inputType, outputType };
      }
    }
  });
  const read = readSchemas(schemas);
  const own = new Set(schemas.map(({ typeName: name }) => name));
  return {
    name,
    className,
    server,
    entries,
    furtherResources: isShort ? 0 : server.resources.length,
    schemas: read.schemas,
    typeNames: nameTypes(read.schemas, own, taken),
    diagnostics: [...diagnostics, ...read.diagnostics],
    files: read.files,
  };
}

/** Types of the runtime that generated clients import. */
const runtimeTypes = [
  "CallOptions",
  "ContentBlock",
  "GetPromptResult",
  "ListOptions",
  "McpClient",
  "RequestOptions",
  "ResourceContents",
  "TypedClient",
];

/** `io.github.someone/weather-mcp-server` → `weather` */
function serverName(own: string, given: string | undefined): string {
  if (given !== undefined) return apiName(given, given);
  const last = own.split("/").findLast((part) => /[a-z]/i.test(part)) ?? own;
  const bare = last.replace(/(?:^|[-_ ])(?:mcp|server)(?=$|[-_ ])/gi, "");
  return apiName(bare.trim() === "" ? last : bare, undefined);
}

function malformedTemplate(uriTemplate: string): Diagnostic {
  return {
    code: "template-malformed",
    severity: "warning",
    message: `The server lists ${JSON.stringify(uriTemplate.slice(0, 200))}, which is no URI template; it gets no method.`,
    hint: "Read such resources with `mcp.readResource`.",
  };
}
