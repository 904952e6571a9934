import { ToolError } from "../../protocol/tool-error.js";
import type { ParameterStyle } from "../../contract/operation.js";
import {
  encodeReservedInQuery,
  encodeUnreserved,
  withoutDelimiters,
} from "../../protocol/text/percent-encoding.js";
import { encodedDelimiterOf, scalarText, shapeOf } from "./value-shape.js";

/** How a value is written as `name=value` pairs. */
export interface QueryFormat {
  readonly name: string;
  /** Absent: `form`. */
  readonly style?: ParameterStyle;
  /** Absent: true for `form`, false for every other style. */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly allowDelimiters?: true;
  readonly allowEmptyValue?: true;
}

/** Writes a value as encoded `name=value` pairs; none when the value sends nothing. */
export type QueryWriter = (value: unknown) => readonly string[];

/**
 * Prepares a query parameter, or a property of a form body that has a style.
 *
 * The delimiters of `spaceDelimited`, `pipeDelimited` and `deepObject` are percent-encoded, the comma of `form` is not.
 * Where OpenAPI leaves the format undefined, the delimited styles with `explode` repeat the name, as `form` does; they and
 * `deepObject` send a single value as `name=value`; `deepObject` nests as `name[a][b]` and numbers the items of arrays,
 * `name[a][0]`, which all parsers of the notation understand.
 *
 * @see OpenAPI 3.2 Style Values, Style Examples and Appendix E; RFC 6570 section 3.2.8
 */
export function planQuery(format: QueryFormat): QueryWriter {
  const name = encodeUnreserved(format.name);
  const encode = !format.allowReserved
    ? encodeUnreserved
    : format.allowDelimiters
      ? encodeReservedInQuery
      : withoutDelimiters(encodeReservedInQuery);
  const write = queryWriter(format, name, encode);
  if (!format.allowEmptyValue) return write;
  return (value) => {
    const pairs = write(value);
    return pairs.length === 0 && value !== undefined ? [`${name}=`] : pairs;
  };
}

function queryWriter(
  format: QueryFormat,
  name: string,
  encode: (text: string) => string,
): QueryWriter {
  const { style = "form" } = format;
  if (style === "deepObject") {
    return (value) => {
      const pairs: string[] = [];
      pushDeep(pairs, name, value, encode, 0);
      return pairs;
    };
  }
  const explode = format.explode ?? style === "form";
  const delimiter = encodedDelimiterOf(style);
  return (value) => {
    const shape = shapeOf(value);
    switch (shape?.kind) {
      case undefined:
        return [];
      case "scalar":
        return [`${name}=${encode(shape.text)}`];
      case "list": {
        const items = shape.items.map(encode);
        return explode
          ? items.map((item) => `${name}=${item}`)
          : [`${name}=${items.join(delimiter)}`];
      }
      case "map": {
        const entries = shape.entries.map(([key, text]) => [encode(key), encode(text)] as const);
        return explode
          ? entries.map(([key, text]) => `${key}=${text}`)
          : [`${name}=${entries.flat().join(delimiter)}`];
      }
    }
  };
}

/** Parsers of the notation accept fewer levels. */
const maxDepth = 32;

function pushDeep(
  pairs: string[],
  name: string,
  value: unknown,
  encode: (text: string) => string,
  depth: number,
): void {
  if (value === null || value === undefined) return;
  if (typeof value !== "object") {
    pairs.push(`${name}=${encode(scalarText(value) ?? "")}`);
    return;
  }
  if (depth === maxDepth) throw new ToolError("An argument is nested too deeply to be sent.");
  for (const [key, member] of Object.entries(value)) {
    pushDeep(pairs, `${name}%5B${encodeUnreserved(key)}%5D`, member, encode, depth + 1);
  }
}
