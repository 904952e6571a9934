import type { Tool } from "../../../protocol/model.js";
import { NamePattern } from "./name-pattern.js";

/**
 * Which tools are shown. A tool that is not shown can't be called either.
 *
 * A list names the tools to show, by the names that the server gives them; `*` stands for any characters. `except` hides
 * tools again. A function that throws hides the tool.
 */
export type ToolFilter =
  | readonly string[]
  | { readonly only?: readonly string[]; readonly except?: readonly string[] }
  | ((tool: Tool, server: string) => boolean);

export type ShowsTool = (tool: Tool, server: string) => boolean;

/** @throws TypeError for a filter that can't be used */
export function compileFilter(filter: ToolFilter | undefined): ShowsTool {
  if (filter === undefined) return () => true;
  if (typeof filter === "function") return filter;
  if (typeof filter !== "object" || filter === null) {
    throw new TypeError("A filter of tools is a list of names, { only, except }, or a function.");
  }
  const lists = "length" in filter ? { only: filter } : filter;
  const unknown = Object.keys(lists).find((key) => key !== "only" && key !== "except");
  if (unknown !== undefined) {
    throw new TypeError(`A filter of tools has "only" and "except", but no "${unknown}".`);
  }
  const only = lists.only && patternsOf(lists.only);
  const except = patternsOf(("except" in lists && lists.except) || []);
  return ({ name }) =>
    (!only || only.some((each) => each.matches(name))) &&
    !except.some((each) => each.matches(name));
}

function patternsOf(names: unknown): NamePattern[] {
  if (!Array.isArray(names) || !names.every((each) => typeof each === "string")) {
    throw new TypeError("A filter of tools needs lists of names.");
  }
  return names.map((each: string) => NamePattern.parse(each));
}
