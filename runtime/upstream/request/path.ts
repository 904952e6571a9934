import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import { argument, argumentOf, type Arguments } from "./arguments.js";
import type { ParameterBinding } from "../../contract/operation.js";
import { guardPath, type NameGuard } from "./guard.js";
import { planContent } from "./parameter-content.js";
import {
  decodePercent,
  encodeReservedInPath,
  encodeReservedInQuery,
  encodeUnreserved,
  withoutDelimiters,
} from "../../protocol/text/percent-encoding.js";
import { encodedDelimiterOf, shapeOf } from "./value-shape.js";

/** A parsed path template. */
export interface PathPlan {
  readonly segments: readonly Segment[];
  /** The template's own query, after `?`. */
  readonly query?: readonly Piece[];
}

interface Segment {
  readonly pieces: readonly Piece[];
  /** The argument that is the whole segment. */
  readonly whole?: string;
  /** Whether servers would not take a text as a segment of its own. */
  readonly leaves: (text: string) => boolean;
}

/** Encoded literal text, or a parameter. */
type Piece = string | Placeholder;

interface Placeholder {
  readonly arg: string;
  readonly allowReserved: boolean;
  readonly write: (args: Arguments) => string;
}

/**
 * Parses a path template. Some documents put a query or a fragment into their paths: the query is kept; the fragment
 * only distinguishes paths and is never sent.
 *
 * @param guard if it has a parameter of the path, values never leave their segment, however often a server decodes them
 * @see OpenAPI 3.2 Path Templating
 */
export function planPath(
  template: string,
  params: readonly ParameterBinding[],
  guard?: NameGuard,
): PathPlan {
  const bindings = new Map(params.filter((p) => p.in === "path").map((p) => [p.name, p]));
  const segments: Piece[][] = [[]];
  let query: Piece[] | undefined;
  for (const token of template.split(/(\{[^{}]*\})/)) {
    if (token.startsWith("{") && token.endsWith("}")) {
      const name = token.slice(1, -1);
      const binding = bindings.get(name) ?? { in: "path", name };
      (query ?? segments.at(-1)!).push(placeholder(binding, guard));
      continue;
    }
    const fragment = token.indexOf("#");
    let literal = fragment === -1 ? token : token.slice(0, fragment);
    if (query === undefined) {
      const mark = literal.indexOf("?");
      const [first, ...others] = (mark === -1 ? literal : literal.slice(0, mark)).split("/");
      pushLiteral(segments.at(-1)!, first!, encodeReservedInPath);
      for (const other of others) {
        const segment: Piece[] = [];
        pushLiteral(segment, other, encodeReservedInPath);
        segments.push(segment);
      }
      if (mark !== -1) {
        query = [];
        literal = literal.slice(mark + 1);
      }
    }
    if (query !== undefined) pushLiteral(query, literal, encodeReservedInQuery);
    if (fragment !== -1) break;
  }
  if (segments[0]!.length === 0 && segments.length > 1) segments.shift();
  const planned = segments.map((pieces) => planSegment(pieces, guard?.hasPath === true));
  return query === undefined ? { segments: planned } : { segments: planned, query };
}

/** A segment of one or two dots, plain or percent-encoded, and of parameters that servers remove after `;`. */
const dots = /^(?:\.|%2e){1,2}(?:;|$)/i;

/** Servers and proxies in a row decode a path at most this often. */
const maxDecodings = 4;

/**
 * Whether a server that decodes a segment before it looks for dots would find one of only dots: behind an encoded slash or
 * backslash, before parameters after `;`, encoded more than once, in full-width characters or among invisible ones.
 */
function climbs(segment: string): boolean {
  let text = segment;
  for (let round = 0; round < maxDecodings; round++) {
    const pieces = text
      .normalize("NFKC")
      .replace(/[\p{Cc}\p{Cf}\s]/gu, "")
      .split(/[/\\]/);
    if (pieces.some((piece) => /^\.{1,2}(?:;|$)/.test(piece))) return true;
    const decoded = decodePercent(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

function planSegment(pieces: readonly Piece[], isStrict: boolean): Segment {
  const [first] = pieces;
  const whole = pieces.length === 1 && typeof first === "object" ? first.arg : undefined;
  // The caller chooses the triplets of a value with `allowReserved`; in others, `%2F` is only a character of the value.
  const isOpen = pieces.some(
    (piece) => typeof piece === "object" && (isStrict || piece.allowReserved),
  );
  return { pieces, ...defined({ whole }), leaves: isOpen ? climbs : (text) => dots.test(text) };
}

/**
 * Writes the path, starting with `/`.
 *
 * @throws ToolError when a value is missing, a segment with a parameter would be empty, or one would be `.` or `..`: URL
 *   parsers remove such a segment and its neighbour, even if its dots are percent-encoded. Within a longer segment, dots
 *   and empty values are ordinary.
 * @see RFC 3986 sections 3.3 and 5.2.4
 */
export function writePath(plan: PathPlan, args: Arguments): string {
  let path = "";
  for (const { pieces, whole, leaves } of plan.segments) {
    const text = write(pieces, args);
    if ((text === "" && pieces.length > 0) || leaves(text)) refuseSegment(text, whole);
    path += "/" + text;
  }
  return path;
}

function refuseSegment(text: string, whole: string | undefined): never {
  if (whole !== undefined) {
    throw new ToolError(
      `The argument "${whole}" is a segment of the path and can't be ${text === "" ? "empty" : `sent as ${JSON.stringify(text.slice(0, 80))}`}.`,
    );
  }
  throw new ToolError(
    text === ""
      ? "The path can't be sent: it would have an empty segment. Give one of the arguments in it a value."
      : "The path can't be sent: it would have a segment of only dots, which URL parsers remove.",
  );
}

/** Writes the template's own query; undefined when it has none. */
export function writePathQuery(plan: PathPlan, args: Arguments): string | undefined {
  return plan.query && write(plan.query, args);
}

function write(pieces: readonly Piece[], args: Arguments): string {
  let text = "";
  for (const piece of pieces) text += typeof piece === "string" ? piece : piece.write(args);
  return text;
}

/** Encodes only characters that are invalid in a URL, so that a valid template is sent as written. */
function pushLiteral(pieces: Piece[], literal: string, encode: (text: string) => string): void {
  if (literal !== "") pieces.push(encode(literal));
}

function placeholder(binding: ParameterBinding, guard: NameGuard | undefined): Placeholder {
  const arg = argumentOf(binding);
  const check = guard && guardPath(binding, guard);
  const expand = pathExpansion(binding);
  return {
    arg,
    allowReserved: binding.allowReserved === true,
    write: (args) => {
      const text = expand(argument(args, arg));
      if (text === undefined) {
        throw new ToolError(`The argument "${arg}" is part of the URL and must have a value.`);
      }
      check?.(text);
      return text;
    },
  };
}

/** @see OpenAPI 3.2 Style Values; RFC 6570 sections 3.2.2, 3.2.5 and 3.2.7 */
function pathExpansion(binding: ParameterBinding): (value: unknown) => string | undefined {
  const { content, style } = binding;
  const explode = binding.explode ?? false;
  const encode = !binding.allowReserved
    ? encodeUnreserved
    : binding.allowDelimiters
      ? encodeReservedInPath
      : withoutDelimiters(encodeReservedInPath);
  if (content !== undefined) {
    const write = planContent(binding);
    return (value) => {
      const text = write(value);
      return text === undefined ? undefined : encodeUnreserved(text);
    };
  }
  const name = encodeUnreserved(binding.name);
  const [first, between, named] =
    style === "matrix"
      ? [";", explode ? ";" : ",", true]
      : style === "label"
        ? [".", explode ? "." : ",", false]
        : ["", encodedDelimiterOf(style), false];
  return (value) => {
    const shape = shapeOf(value);
    if (shape === undefined) return undefined;
    // A named value that is empty has no `=`: `;color`.
    const withName = (text: string) => first + name + (text === "" ? "" : `=${text}`);
    const prefixed = named ? withName : (text: string) => first + text;
    switch (shape.kind) {
      case "scalar":
        return prefixed(encode(shape.text));
      case "list": {
        const items = shape.items.map(encode);
        return named && explode ? items.map(withName).join("") : prefixed(items.join(between));
      }
      case "map": {
        const link = explode ? "=" : between;
        // RFC 6570 section 3.2.7.
        const hasNoLink = (text: string): boolean => named && explode && text === "";
        const entries = shape.entries.map(
          ([key, text]) => encode(key) + (hasNoLink(text) ? "" : link + encode(text)),
        );
        const written = entries.join(between);
        return explode ? first + written : prefixed(written);
      }
    }
  };
}
