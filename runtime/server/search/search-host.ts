import type { AnyOperation } from "../../contract/operation-reference.js";
import type { Tool } from "../../protocol/model.js";
import type { Registry, ToolEntry } from "../registry/registry.js";

/** An operation that is not listed, with the entry that describes and calls it. */
export interface SearchableOperation {
  readonly operation: AnyOperation;
  readonly entry: ToolEntry;
}

/** What the search tools need of their server. */
export interface SearchHost {
  /** The API's title. */
  readonly title: string;
  readonly registry: Registry;
  /** Adapts a listed tool to the client that the server was generated for. */
  readonly adaptTool: (tool: Tool) => Tool;
  /** Puts around a tool what is around all entries of the server. */
  readonly wrap: (name: string, tool: ToolEntry) => ToolEntry;
  /** Delays requests until something is loaded. */
  readonly waitFor: (loading: Promise<unknown>) => void;
}
