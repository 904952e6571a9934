import { defined } from "../../runtime/protocol/defined.js";
import { isObject, own, type JsonObject } from "../normalise/node.js";
import type {
  ListedPrompt,
  ListedResource,
  ListedServer,
  ListedTemplate,
  ListedTool,
} from "./listed-server.js";

/** Marks a file as a snapshot, and states its form. */
const format = "mcp-codegen snapshot 1";

/** Maximum entries of a list. */
const maxEntries = 10_000;

/** Returns the text of a snapshot file. The same lists give the same bytes, in whatever order the server lists them. */
export function formatSnapshot(server: ListedServer): string {
  const { name, title, tools, resources, resourceTemplates, prompts } = server;
  const value = {
    format,
    server: { name, ...defined({ title }) },
    tools,
    resources,
    resourceTemplates,
    prompts,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** @throws RangeError that says why a text is no snapshot */
export function parseSnapshot(text: string): ListedServer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RangeError("is not JSON");
  }
  if (!isObject(value) || own(value, "format") !== format) {
    throw new RangeError(`is no snapshot of a server: its \`format\` is not "${format}"`);
  }
  const info = own(value, "server");
  const listed: Partial<Record<keyof Lists, unknown>> = {};
  for (const kind of kinds) listed[kind] = own(value, kind);
  return readListed(isObject(info) ? info : {}, listed);
}

/** The lists of a server, before anything of them is checked. */
interface Lists {
  readonly tools: unknown;
  readonly resources: unknown;
  readonly resourceTemplates: unknown;
  readonly prompts: unknown;
}

const kinds = ["tools", "resources", "resourceTemplates", "prompts"] as const;

/**
 * Reads the lists of a server. Entries without a name, repetitions, and members that a client does not need are left out.
 *
 * @param info the server's own name and title
 */
export function readListed(info: JsonObject, lists: Partial<Lists>): ListedServer {
  return {
    name: textOf(info, "name") ?? "server",
    ...defined({ title: textOf(info, "title") }),
    tools: entries(lists.tools, "name", readTool),
    resources: entries(lists.resources, "uri", readResource),
    resourceTemplates: entries(lists.resourceTemplates, "uriTemplate", readTemplate),
    prompts: entries(lists.prompts, "name", readPrompt),
  };
}

/** Returns the entries in the order of their keys, each key once. */
function entries<Key extends string, Entry extends { readonly [key in Key]: string }>(
  list: unknown,
  key: Key,
  read: (entry: JsonObject, key: string) => Entry,
): readonly Entry[] {
  const found = new Map<string, Entry>();
  for (const entry of Array.isArray(list) ? list.slice(0, maxEntries) : []) {
    const name = isObject(entry) ? textOf(entry, key) : undefined;
    if (name !== undefined && !found.has(name)) found.set(name, read(entry as JsonObject, name));
  }
  return [...found.values()].sort((one, other) => (one[key] < other[key] ? -1 : 1));
}

function readTool(tool: JsonObject, name: string): ListedTool {
  return {
    name,
    ...texts(tool),
    inputSchema: schemaOf(own(tool, "inputSchema")) ?? { type: "object" },
    ...defined({ outputSchema: schemaOf(own(tool, "outputSchema")) }),
  };
}

function readResource(resource: JsonObject, uri: string): ListedResource {
  return { uri, name: textOf(resource, "name") ?? uri, ...texts(resource) };
}

function readTemplate(template: JsonObject, uriTemplate: string): ListedTemplate {
  return { uriTemplate, name: textOf(template, "name") ?? uriTemplate, ...texts(template) };
}

function readPrompt(prompt: JsonObject, name: string): ListedPrompt {
  const found = new Map<string, NonNullable<ListedPrompt["arguments"]>[number]>();
  const given = own(prompt, "arguments");
  for (const argument of Array.isArray(given) ? given.slice(0, maxEntries) : []) {
    const argumentName = isObject(argument) ? textOf(argument, "name") : undefined;
    if (argumentName === undefined || found.has(argumentName)) continue;
    const { description } = texts(argument as JsonObject);
    const required = own(argument as JsonObject, "required") === true;
    found.set(argumentName, {
      name: argumentName,
      ...defined({ description, required: required || undefined }),
    });
  }
  return {
    name,
    ...texts(prompt),
    ...defined({ arguments: found.size > 0 ? [...found.values()] : undefined }),
  };
}

function texts(entry: JsonObject): { readonly title?: string; readonly description?: string } {
  return defined({ title: textOf(entry, "title"), description: textOf(entry, "description") });
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function schemaOf(value: unknown): unknown {
  return isObject(value) || typeof value === "boolean" ? value : undefined;
}
