/** A configuration as a tree that knows its places. */
import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { nearestName } from "../../../contract/nearest-name.js";
import { escapeHidden } from "../../../protocol/terminal/hidden-characters.js";
import { McpClientError } from "../../errors.js";
import type { ConfigProblem } from "./config-model.js";

/** Configurations are small. A parser that calls itself must not be given the means to overflow the stack. */
const mostCharacters = 1_048_576;
const mostProblems = 20;

/** Clients that read these files refuse comments and trailing commas. */
const strictFiles = /(^|[\\/])(claude_desktop_config|\.mcp|\.claude)\.json$/;

/** A value in the document. */
export interface Placed {
  readonly node: Node;
  readonly path: readonly string[];
}

export class ConfigDocument {
  readonly file: string;
  readonly #text: string;
  readonly #problems: ConfigProblem[] = [];

  constructor(text: string, file: string) {
    // Editors on Windows begin files with a byte order mark.
    this.#text = text.startsWith("\uFEFF") ? text.slice(1) : text;
    this.file = file;
  }

  /** @throws McpClientError with the places of all faults, if the text is not JSON */
  root(): Placed {
    if (this.#text.length > mostCharacters) {
      throw new McpClientError(`${this.file} is larger than ${mostCharacters} characters.`);
    }
    const errors: ParseError[] = [];
    const isLenient = !strictFiles.test(this.file);
    const options = { allowTrailingComma: isLenient, disallowComments: !isLenient };
    let node: Node | undefined;
    try {
      node = parseTree(this.#text, errors, options);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new McpClientError(`${this.file} is nested too deeply.`);
    }
    for (const { error, offset } of errors) {
      this.#add(`This is no JSON (${printParseErrorCode(error)}).`, offset, []);
    }
    if (!node && errors.length === 0) this.#add("The file is empty.", 0, []);
    this.check();
    return { node: node!, path: [] };
  }

  problem({ node, path }: Placed, message: string): void {
    this.#add(message, node.offset, path);
  }

  /** @throws McpClientError with all problems so far; `data` lists them */
  check(): void {
    if (this.#problems.length === 0) return;
    const lines = this.#problems
      .slice(0, mostProblems)
      .map(({ message, file, line, column, pointer }) => {
        const where = pointer === "" ? "" : ` (at ${pointer})`;
        return escapeHidden(`${file}:${line}:${column}: ${message}${where}`);
      });
    const more = this.#problems.length - lines.length;
    if (more > 0) lines.push(`… and ${more} more`);
    throw new McpClientError(lines.join("\n"), { data: this.#problems });
  }

  /** Returns the members of an object; a problem and none, if it is no object. */
  members(value: Placed, what: string): Map<string, Placed> {
    const found = new Map<string, Placed>();
    if (value.node.type !== "object") {
      this.problem(value, `${what} must be an object.`);
      return found;
    }
    for (const property of value.node.children ?? []) {
      const [key, node] = property.children ?? [];
      if (!key || !node) continue;
      const name = key.value as string;
      const path = [...value.path, name];
      if (found.has(name)) this.problem({ node: key, path }, `"${name}" is there twice.`);
      found.set(name, { node, path });
    }
    return found;
  }

  /** Reports members that nobody knows, with the known name that is nearest. */
  refuseUnknown(
    members: ReadonlyMap<string, Placed>,
    known: readonly string[],
    what: string,
  ): void {
    for (const [name, value] of members) {
      if (known.includes(name)) continue;
      const near = nearestName(name, known);
      const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
      // The place of the key, not of its value.
      const node = value.node.parent?.children?.[0] ?? value.node;
      this.problem({ node, path: value.path }, `${what} has no key "${name}".${hint}`);
    }
  }

  #add(message: string, offset: number, path: readonly string[]): void {
    const before = this.#text.slice(0, offset);
    const lineStart = before.lastIndexOf("\n") + 1;
    this.#problems.push({
      message,
      file: this.file,
      line: before.split("\n").length,
      column: offset - lineStart + 1,
      pointer: path.map((each) => `/${each.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
    });
  }
}
