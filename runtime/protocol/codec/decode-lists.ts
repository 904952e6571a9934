/** Reads pages of servers' lists into the newest shapes. They are untrusted input. */
import { isObject, member, type JsonObject } from "../json.js";
import type { Prompt, Resource, ResourceTemplate, TaskSupport, Tool } from "../model.js";
import { copyDigits } from "../read-integers.js";
import type { Revision } from "../revisions.js";
import { annotations, icons } from "./decode-content.js";
import {
  assertShape,
  boolean,
  listOf,
  MalformedMessage,
  number,
  object,
  oneOf,
  shape,
  string,
  type Check,
} from "./shape.js";

/** A kind of list: the member of its pages that holds the items, and how an item is read. */
export interface ListCodec<Item> {
  readonly name: string;
  /** The member that tells items apart. */
  readonly key: string;
  readonly item: Check;
  /** Turns an item that passed the check into its newest shape. */
  readonly newest?: (item: Item & JsonObject, revision: Revision) => Item;
}

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Absent: this is the last page. An empty cursor is one as well. */
  readonly nextCursor: string | undefined;
}

/**
 * Reads a page of a list.
 *
 * @throws MalformedMessage with the place of the fault
 * @see MCP 2026-07-28, Pagination
 */
export function decodePage<Item>(
  result: JsonObject,
  { name, item, newest }: ListCodec<Item>,
  revision: Revision,
): Page<Item> {
  const found = member(result, name);
  if (!Array.isArray(found)) throw new MalformedMessage(`result.${name} must be an array`);
  const items = found as (Item & JsonObject)[];
  for (const [index, each] of items.entries()) {
    const fault = item(each);
    if (fault !== undefined) throw new MalformedMessage(`result.${name}[${index}]${fault}`);
  }
  return {
    items: newest ? items.map((each) => newest(each, revision)) : items,
    nextCursor: cursorOf(result),
  };
}

/** Some servers say null for the end. */
function cursorOf(result: JsonObject): string | undefined {
  const cursor = member(result, "nextCursor") ?? undefined;
  if (cursor !== undefined) assertShape(cursor, string, "result.nextCursor");
  return cursor as string | undefined;
}

const described = { title: string, description: string, icons, _meta: object };

const hints = shape(
  {},
  {
    title: string,
    readOnlyHint: boolean,
    destructiveHint: boolean,
    idempotentHint: boolean,
    openWorldHint: boolean,
  },
);
const taskSupport = oneOf("forbidden", "optional", "required");
const execution = shape({}, { taskSupport });

/** @see MCP 2026-07-28 Tool */
export const toolList: ListCodec<Tool> = {
  name: "tools",
  key: "name",
  item: shape(
    { name: string, inputSchema: object },
    { outputSchema: object, annotations: hints, execution, ...described },
  ),
  newest: newestTool,
};

function newestTool(tool: Tool & JsonObject, revision: Revision): Tool {
  const { annotations: told, execution: runs, taskSupport: alien, title } = tool;
  const isOld = revision < "2025-06-18";
  const oldTitle = isOld ? (title ?? told?.title) : title;
  if (oldTitle === title && runs === undefined && alien === undefined) return tool;
  const newest: Record<string, unknown> = { ...tool };
  // Before tools had titles of their own, the title was an annotation.
  if (oldTitle !== title) newest["title"] = oldTitle;
  // On the wire, a tool has this member only in `execution`.
  delete newest["taskSupport"];
  delete newest["execution"];
  const support = isObject(runs) ? (member(runs, "taskSupport") as TaskSupport) : undefined;
  if (support !== undefined && revision === "2025-11-25") newest["taskSupport"] = support;
  copyDigits(tool, newest);
  return newest as unknown as Tool;
}

/** @see MCP 2026-07-28 Resource */
export const resourceList: ListCodec<Resource> = {
  name: "resources",
  key: "uri",
  item: shape(
    { uri: string, name: string },
    { mimeType: string, size: number, annotations, ...described },
  ),
};

/** @see MCP 2026-07-28 ResourceTemplate */
export const templateList: ListCodec<ResourceTemplate> = {
  name: "resourceTemplates",
  key: "uriTemplate",
  item: shape(
    { uriTemplate: string, name: string },
    { mimeType: string, annotations, ...described },
  ),
};

const argument = shape({ name: string }, { title: string, description: string, required: boolean });

/** @see MCP 2026-07-28 Prompt */
export const promptList: ListCodec<Prompt> = {
  name: "prompts",
  key: "name",
  item: shape({ name: string }, { arguments: listOf(argument), ...described }),
};
