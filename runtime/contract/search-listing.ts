/** How the tools are listed that stand for operations which are not. Data alone: the generator counts its tokens. */
import { defined } from "../protocol/defined.js";
import type { Tool } from "../protocol/model.js";
import type { Operation } from "./operation.js";
import { searchToolNames } from "./search-tool-names.js";

/** What the tools say of the operations behind them. */
export interface SearchFacts {
  /** The API's title. */
  readonly title: string;
  /** Every operation only reads. */
  readonly readOnly: boolean;
  /** Sorted. */
  readonly tags: readonly string[];
}

/** The three tools, in the order in which a model needs them. */
export interface SearchListing {
  readonly search: Tool;
  readonly describe: Tool;
  readonly call: Tool;
}

/** More tags, or longer ones, would cost more than they tell; they still work as a filter. */
const maxTags = 60;
const maxTagCharacters = 1000;

/** Reads what the operations have in common. */
export function searchFacts(title: string, operations: readonly Operation[]): SearchFacts {
  const tags = new Set(operations.flatMap(({ expose }) => expose.tags ?? []));
  return {
    title,
    readOnly: operations.every(
      ({ expose }) => "annotations" in expose && expose.annotations?.readOnlyHint === true,
    ),
    tags: [...tags].sort(),
  };
}

export const defaultSearchLimit = 10;
export const maxSearchLimit = 50;

/** The tags that are listed: all or none. */
export function shownTags(tags: readonly string[]): readonly string[] {
  return tags.length <= maxTags && tags.join("").length <= maxTagCharacters ? tags : [];
}

/** Writes what `tools/list` shows. */
export function searchListing({ title, readOnly, tags }: SearchFacts): SearchListing {
  const api = title.slice(0, 80);
  const listedTags = shownTags(tags);
  const { search, describe, call } = searchToolNames;
  const name = { type: "string", description: `As ${search} gives it.` };
  const strings = { type: "array", items: { type: "string" } };
  return {
    search: {
      name: search,
      title: "Search operations",
      description: `Finds operations of ${api} by what they do, best first. Then ${describe}, then ${call}.`,
      inputSchema: {
        type: "object",
        properties: {
          query: {
            type: "string",
            minLength: 1,
            maxLength: 500,
            description: "What to do, in a few words, or an operation's name.",
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
                required: { ...strings, description: "Required arguments." },
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
      description: `Tells what an operation of ${api} does, its arguments and its result.`,
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
      description: `Calls an operation of ${api}. Its arguments are checked against the inputSchema that ${describe} gives.`,
      inputSchema: {
        type: "object",
        properties: {
          name,
          arguments: { type: "object", description: "The operation's own arguments." },
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
