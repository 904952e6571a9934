import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { insertJson, replaceJson } from "./insert-json.js";
import { isSameValue } from "./is-same-value.js";
import type { Addition, Merged } from "./merge-model.js";
import type { SetupInput } from "./setup-model.js";

/** Adds an entry to a configuration in JSON with comments. The rest of the text stays as it is. */
export function mergeJson(former: string, addition: Addition): Merged {
  const { section, name, entry, inputs } = addition;
  const mark = former.startsWith("\uFEFF") ? "\uFEFF" : "";
  const text = former.slice(mark.length).trim() === "" ? "{}\n" : former.slice(mark.length);
  const errors: ParseError[] = [];
  const root = readTree(text, errors);
  const [error] = errors;
  if (error)
    return { kind: "invalid", reason: printParseErrorCode(error.error), offset: error.offset };
  if (root?.type !== "object") return { kind: "invalid", reason: "it is not an object", offset: 0 };
  const servers = findNodeAtLocation(root, [section]);
  if (servers && servers.type !== "object") {
    return { kind: "invalid", reason: `"${section}" is not an object`, offset: servers.offset };
  }
  const asked = findNodeAtLocation(root, ["inputs"]);
  if (inputs.length > 0 && asked && asked.type !== "array") {
    return { kind: "invalid", reason: '"inputs" is not a list', offset: asked.offset };
  }
  const present = findNodeAtLocation(root, [section, name]);
  const missing = inputs.filter((each) => !hasInput(asked, each.id));
  const isSame = present !== undefined && isSameValue(getNodeValue(present), entry);
  if (isSame && missing.length === 0) return { kind: "same" };
  if (present && !isSame && !addition.force) return { kind: "taken", offset: present.offset };

  const withEntry = isSame ? text : setEntry(text, root, addition);
  return { kind: "changed", text: mark + missing.reduce(addInput, withEntry) };
}

/** Replaces an entry, or adds it and the section for it if that is missing. */
function setEntry(text: string, root: Node, { section, name, entry }: Addition): string {
  const present = findNodeAtLocation(root, [section, name]);
  if (present) return replaceJson(text, present, entry);
  const servers = findNodeAtLocation(root, [section]);
  if (servers) return insertJson(text, servers, name, entry);
  return insertJson(text, root, section, { [name]: entry });
}

function addInput(text: string, input: SetupInput): string {
  const root = parseTree(text)!;
  const list = findNodeAtLocation(root, ["inputs"]);
  return list
    ? insertJson(text, list, undefined, input)
    : insertJson(text, root, "inputs", [input]);
}

function readTree(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function hasInput(inputs: Node | undefined, id: string): boolean {
  return (inputs?.children ?? []).some((each) => {
    const node = findNodeAtLocation(each, ["id"]);
    return node?.value === id;
  });
}
