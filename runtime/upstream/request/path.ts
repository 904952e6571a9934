import { ToolError } from "../../protocol/tool-error.js";
import { argument, argumentOf, type Arguments } from "./arguments.js";
import { jsonText } from "./json-text.js";
import { isJsonType, essenceOf } from "../../contract/media-type.js";
import type { ParameterBinding } from "../../contract/operation.js";
import {
  encodeReservedInPath,
  encodeReservedInQuery,
  encodeUnreserved,
} from "../text/percent-encoding.js";
import { encodedDelimiterOf, shapeOf } from "./value-shape.js";

/** A parsed path template. */
export interface PathPlan {
  readonly segments: readonly (readonly Piece[])[];
  /** The template's own query, after `?`. */
  readonly query?: readonly Piece[];
}

/** Encoded literal text, or a parameter. */
type Piece = string | ((args: Arguments) => string);

/**
 * Parses a path template. Some documents put a query or a fragment into their paths: the query is kept; the fragment
 * only distinguishes paths and is never sent.
 *
 * @see OpenAPI 3.2 Path Templating
 */
export function planPath(template: string, params: readonly ParameterBinding[]): PathPlan {
  const bindings = new Map(params.filter((p) => p.in === "path").map((p) => [p.name, p]));
  const segments: Piece[][] = [[]];
  let query: Piece[] | undefined;
  for (const token of template.split(/(\{[^{}]*\})/)) {
    if (token.startsWith("{") && token.endsWith("}")) {
      const name = token.slice(1, -1);
      const binding = bindings.get(name) ?? { in: "path", name };
      if (query === undefined) segments.at(-1)!.push(segmentValue(binding));
      else query.push(queryValue(binding));
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
  return query === undefined ? { segments } : { segments, query };
}

/**
 * Writes the path, starting with `/`.
 *
 * @throws ToolError when a value is missing or empty, or a segment would be `.` or `..`: URL parsers remove such a
 *   segment and its neighbour, even if its dots are percent-encoded
 * @see RFC 3986 section 5.2.4
 */
export function writePath(plan: PathPlan, args: Arguments): string {
  let path = "";
  for (const segment of plan.segments) {
    const text = write(segment, args);
    if (isDotSegment(text)) {
      throw new ToolError(
        "The path can't be sent: it would have a segment of only dots, which URL parsers remove.",
      );
    }
    path += "/" + text;
  }
  return path;
}

/** Writes the template's own query; undefined when it has none. */
export function writePathQuery(plan: PathPlan, args: Arguments): string | undefined {
  return plan.query && write(plan.query, args);
}

function write(pieces: readonly Piece[], args: Arguments): string {
  let text = "";
  for (const piece of pieces) text += typeof piece === "string" ? piece : piece(args);
  return text;
}

/** Encodes only characters that are invalid in a URL, so that a valid template is sent as written. */
function pushLiteral(pieces: Piece[], literal: string, encode: (text: string) => string): void {
  if (literal !== "") pieces.push(encode(literal));
}

function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function segmentValue(binding: ParameterBinding): (args: Arguments) => string {
  const arg = argumentOf(binding);
  const expand = pathExpansion(binding);
  return (args) => {
    const value = argument(args, arg);
    if (value === "" || value === "." || value === "..") {
      throw new ToolError(
        `The argument "${arg}" is part of the path and can't be ${JSON.stringify(value)}.`,
      );
    }
    const text = expand(value);
    if (text === undefined || text === "") {
      throw new ToolError(`The argument "${arg}" is part of the path and must have a value.`);
    }
    return text;
  };
}

function queryValue(binding: ParameterBinding): (args: Arguments) => string {
  const arg = argumentOf(binding);
  const expand = pathExpansion(binding);
  return (args) => {
    const text = expand(argument(args, arg));
    if (text === undefined) {
      throw new ToolError(`The argument "${arg}" is part of the URL and must have a value.`);
    }
    return text;
  };
}

/** @see OpenAPI 3.2 Style Values; RFC 6570 sections 3.2.2, 3.2.5 and 3.2.7 */
function pathExpansion(binding: ParameterBinding): (value: unknown) => string | undefined {
  const { content, style } = binding;
  const explode = binding.explode ?? false;
  const encode = binding.allowReserved ? encodeReservedInPath : encodeUnreserved;
  if (content !== undefined) {
    const json = isJsonType(essenceOf(content));
    return (value) => {
      if (value === undefined) return undefined;
      return encode(typeof value === "string" && !json ? value : jsonText(value));
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
    const prefix = named ? `${first}${name}=` : first;
    switch (shape.kind) {
      case "scalar":
        return prefix + encode(shape.text);
      case "list":
        return prefix + shape.items.map(encode).join(named && explode ? prefix : between);
      case "map": {
        const link = explode ? "=" : between;
        const entries = shape.entries.map(([key, text]) => encode(key) + link + encode(text));
        return (explode ? first : prefix) + entries.join(between);
      }
    }
  };
}
