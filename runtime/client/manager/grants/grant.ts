/** What a user may allow: one server's tools, resources or prompts, by name or with wildcards. */
import { escapeName, NamePattern } from "../names/name-pattern.js";

export type GrantKind = "tool" | "resource" | "prompt";

/** What is allowed: `execute` a tool, `read` (and hear of changes of) a resource, `get` a prompt. */
export type Permission = "execute" | "read" | "get";

/** Something that a call needs, by the exact names of the server's alias and of what is called. */
export interface Need {
  readonly server: string;
  readonly kind: GrantKind;
  /** Name of the tool or prompt, or URI of the resource. */
  readonly name: string;
}

/** Exact names: characters such as `*` and `:` stand for themselves. Use it for names that servers chose. */
export type ExactGrant =
  | { readonly server: string; readonly tool: string }
  | { readonly server: string; readonly resource: string }
  | { readonly server: string; readonly prompt: string };

/**
 * What to allow: exact names, or a text with `*` for any characters.
 *
 * - `mcp:SERVER:TOOL`
 * - `mcp:SERVER:resource:URI`
 * - `mcp:SERVER:prompt:NAME`
 *
 * A backslash before `:`, `*` or `\` makes it stand for itself. Only a URI may have bare colons.
 */
export type GrantName = string | ExactGrant;

export const permissionOf: Readonly<Record<GrantKind, Permission>> = {
  tool: "execute",
  resource: "read",
  prompt: "get",
};

const prefixes: Readonly<Record<GrantKind, string>> = {
  tool: "",
  resource: "resource:",
  prompt: "prompt:",
};

function colonsIn(kind: GrantKind): "escaped" | "bare" {
  return kind === "resource" ? "bare" : "escaped";
}

/** Writes a need as the text that grants it and nothing else. */
export function grantName({ server, kind, name }: Need): string {
  return `mcp:${escapeName(server)}:${prefixes[kind]}${escapeName(name, colonsIn(kind))}`;
}

/** Servers and names that a grant covers. */
export class GrantPattern {
  readonly kind: GrantKind;
  readonly #server: NamePattern;
  readonly #name: NamePattern;

  private constructor(kind: GrantKind, server: NamePattern, name: NamePattern) {
    this.kind = kind;
    this.#server = server;
    this.#name = name;
  }

  /** @throws TypeError if the text is none of the three forms */
  static of(name: GrantName): GrantPattern {
    if (typeof name === "string") {
      const { kind, server, rest } = partsOf(name);
      return new GrantPattern(kind, NamePattern.parse(server), NamePattern.parse(rest));
    }
    const need = needOf(name);
    return new GrantPattern(
      need.kind,
      NamePattern.exact(need.server),
      NamePattern.exact(need.name),
    );
  }

  covers(need: Need): boolean {
    return (
      need.kind === this.kind && this.#name.matches(need.name) && this.#server.matches(need.server)
    );
  }

  coversAllOf(other: GrantPattern): boolean {
    return (
      other.kind === this.kind &&
      this.#server.covers(other.#server) &&
      this.#name.covers(other.#name)
    );
  }

  toText(): string {
    const name = this.#name.toText(colonsIn(this.kind));
    return `mcp:${this.#server.toText()}:${prefixes[this.kind]}${name}`;
  }
}

/** Reads a name as exactly what it says: `*` stands for itself. @throws TypeError as `GrantPattern.of` */
export function needOf(name: GrantName): Need {
  if (typeof name === "string") {
    const { kind, server, rest } = partsOf(name);
    return { kind, server: unescape(server), name: unescape(rest) };
  }
  const { server, tool, resource, prompt } = name as Partial<Record<string, string>>;
  const found = tool ?? resource ?? prompt;
  if (typeof server !== "string" || typeof found !== "string") {
    throw new TypeError("A grant needs a server, and a tool, resource or prompt.");
  }
  const kind = tool !== undefined ? "tool" : resource !== undefined ? "resource" : "prompt";
  return { kind, server, name: found };
}

interface GrantParts {
  readonly kind: GrantKind;
  readonly server: string;
  readonly rest: string;
}

/** A part: escaped characters, or any but colons and backslashes. */
const part = String.raw`((?:[^\\:]|\\.)+)`;
const toolGrant = new RegExp(`^mcp:${part}:${part}$`, "su");
const otherGrant = new RegExp(`^mcp:${part}:(resource|prompt):(.+)$`, "su");

function partsOf(text: string): GrantParts {
  const [, server, kind, rest] = otherGrant.exec(text) ?? [];
  if (server !== undefined && rest !== undefined) {
    if (kind === "resource") return { kind, server, rest };
    if (new RegExp(`^${part}$`, "su").test(rest)) return { kind: "prompt", server, rest };
  }
  const [, ofServer, tool] = toolGrant.exec(text) ?? [];
  if (ofServer !== undefined && tool !== undefined) {
    return { kind: "tool", server: ofServer, rest: tool };
  }
  throw new TypeError(
    `"${text}" is no grant. Write mcp:SERVER:TOOL, mcp:SERVER:resource:URI or mcp:SERVER:prompt:NAME, with \\: for a colon within a name.`,
  );
}

function unescape(text: string): string {
  return text.replace(/\\(.)/gsu, "$1");
}
