/** The listed form of the search tools. Shared with the generator, which counts its tokens. */
import { defined } from "../protocol/defined.js";
import type { Tool } from "../protocol/model.js";
import type { AnyOperation } from "./operation-reference.js";
import { searchToolNames } from "./search-tool-names.js";

/** What the search tools state about their operations. */
export interface SearchFacts {
  /** The API's title. */
  readonly title: string;
  /** True if all operations are read-only. */
  readonly readOnly: boolean;
  /** Sorted. */
  readonly tags: readonly string[];
  /** True: some operations are hidden from some callers, so that tags are not named. */
  readonly hidesSome?: boolean;
}

/** The three search tools, in the order in which a model needs them. */
export interface SearchListing {
  readonly search: Tool;
  readonly describe: Tool;
  readonly call: Tool;
}

/** Beyond these limits tags are not listed, to save tokens; they still work as a filter. */
const maxTags = 60;
const maxTagCharacters = 1000;

/** Collects what the search tools state about their operations. */
export function searchFacts(title: string, operations: readonly AnyOperation[]): SearchFacts {
  const tags = new Set(operations.flatMap(({ expose }) => expose.tags ?? []));
  return {
    title,
    readOnly: operations.every(
      ({ expose }) => "annotations" in expose && expose.annotations?.readOnlyHint === true,
    ),
    tags: [...tags].sort(),
  };
}

export const defaultSearchLimit = 8;
export const maxSearchLimit = 50;

/** Returns the tags to list: all of them, or none if they exceed the limits. */
export function shownTags(tags: readonly string[]): readonly string[] {
  return tags.length <= maxTags && tags.join("").length <= maxTagCharacters ? tags : [];
}

/**
 * Returns the search tools as `tools/list` shows them.
 *
 * @param prefix goes before their names
 */
export function searchListing(
  { title, readOnly, tags, hidesSome }: SearchFacts,
  prefix = "",
): SearchListing {
  const api = title.slice(0, 80);
  const listedTags = hidesSome ? [] : shownTags(tags);
  const search = prefix + searchToolNames.search;
  const describe = prefix + searchToolNames.describe;
  const call = prefix + searchToolNames.call;
  const name = { type: "string", description: `Operation name from ${search}.` };
  const strings = { type: "array", items: { type: "string" } };
  return {
    search: {
      name: search,
      title: "Search operations",
      description: `Searches the operations of ${api} by what they do, best match first. If arguments are unclear, use ${describe}, then ${call}.`,
      inputSchema: {
        type: "object",
        properties: {
          query: {
            type: "string",
            minLength: 1,
            maxLength: 500,
            description: "What you want to do, or an operation's name.",
          },
          limit: {
            type: "integer",
            minimum: 1,
            maximum: maxSearchLimit,
            default: defaultSearchLimit,
          },
          ...defined({
            tag:
              tags.length > 0
                ? {
                    type: "string",
                    description: "Only operations with this tag.",
                    ...defined({ enum: listedTags.length > 0 ? listedTags : undefined }),
                  }
                : undefined,
          }),
        },
        required: ["query"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          operations: {
            type: "array",
            items: {
              type: "object",
              properties: {
                name: { type: "string" },
                summary: { type: "string" },
                // Each is a name, or `name: type`.
                required: strings,
                optional: strings,
              },
              required: ["name", "summary", "required"],
            },
          },
        },
        required: ["operations"],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    describe: {
      name: describe,
      title: "Describe operation",
      description: `Describes an operation of ${api}: its arguments and its result.`,
      inputSchema: {
        type: "object",
        properties: { name },
        required: ["name"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          name: { type: "string" },
          title: { type: "string" },
          description: { type: "string" },
          inputSchema: { type: "object" },
          outputSchema: { type: "object" },
          annotations: { type: "object" },
        },
        required: ["name", "inputSchema"],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    call: {
      name: call,
      title: "Call operation",
      description: `Calls an operation of ${api}. Its arguments must match the inputSchema from ${describe}.`,
      inputSchema: {
        type: "object",
        properties: {
          name,
          arguments: { type: "object", description: "Arguments of the operation." },
        },
        required: ["name"],
        additionalProperties: false,
      },
      annotations: readOnly
        ? { readOnlyHint: true, openWorldHint: true }
        : {
            readOnlyHint: false,
            destructiveHint: true,
            idempotentHint: false,
            openWorldHint: true,
          },
    },
  };
}
