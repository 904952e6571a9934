import { isObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import { essenceOf } from "../../contract/media-type.js";
import type { BodyBinding, ParameterBinding } from "../../contract/operation.js";
import { defined } from "../../protocol/defined.js";
import { argument, argumentOf, type Arguments } from "./arguments.js";
import { chooser } from "./body.js";
import { planQuery, type QueryWriter } from "./query.js";
import type { ReservedNames } from "./reserved-names.js";

/** The reserved names of an operation. */
export interface NameGuard {
  /** Names that arguments must not choose, by the part of the request that they are written to. */
  readonly chosen: {
    readonly query: ReservedNames;
    readonly cookie: ReservedNames;
    /** Matrix parameters: `;name=value`. */
    readonly path: ReservedNames;
    /** Frameworks merge a form into the query, so the query's names are among them. */
    readonly body: ReservedNames;
  };
  /** Names that another parameter of the same place must not resemble. */
  readonly declared: {
    readonly query: ReservedNames;
    readonly cookie: ReservedNames;
    /** By `headerKey`. */
    readonly header: ReadonlyMap<string, string>;
  };
  /** Members that the document describes of a body that is one argument. They may have any name. */
  readonly described: ReadonlySet<string>;
  /** Parameters that the user's rules fix or hide. */
  readonly ruled: ReadonlySet<ParameterBinding>;
  /** Whether one of them is in the path, which other values must not leave then. */
  readonly hasPath: boolean;
}

/** CGI and its heirs read `-` in the name of a header as `_`. @see RFC 3875 section 4.1.18 */
export function headerKey(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

/** Guards a query parameter. Only objects write names of the caller's choice, and values that may hold delimiters. */
export function guardQuery(
  write: QueryWriter,
  binding: ParameterBinding,
  { chosen, declared, ruled }: NameGuard,
): QueryWriter {
  if (ruled.has(binding)) return write;
  const arg = argumentOf(binding);
  const own = binding.in === "query" ? binding.name : undefined;
  const isOpen = own === undefined || binding.allowDelimiters;
  const guarded: QueryWriter = (value) => {
    const pairs = write(value);
    if (!isOpen && (typeof value !== "object" || value === null)) return pairs;
    for (const pair of pairs.flatMap((each) => each.split(/[&;]/))) {
      chosen.query.refuse(pair.split("=", 1)[0]!, arg, own);
    }
    return pairs;
  };
  const twin = own === undefined ? undefined : twinOf(own, declared.query);
  return twin === undefined ? guarded : refuseTwin(guarded, arg, twin);
}

/** Guards the cookies of a parameter. Some servers end a cookie at a comma or a space, too. */
export function guardCookies(
  write: (args: Arguments) => readonly string[],
  binding: ParameterBinding,
  { chosen, declared, ruled }: NameGuard,
): (args: Arguments) => readonly string[] {
  if (ruled.has(binding)) return write;
  const arg = argumentOf(binding);
  const own = binding.in === "cookie" ? binding.name : undefined;
  const guarded = (args: Arguments): readonly string[] => {
    const cookies = write(args);
    for (const pair of cookies.flatMap((each) => each.split(/[;,\s]+/))) {
      if (pair.includes("=")) chosen.cookie.refuse(pair.split("=", 1)[0]!, arg, own);
    }
    return cookies;
  };
  const twin = own === undefined ? undefined : twinOf(own, declared.cookie);
  return twin === undefined ? guarded : refuseTwin(guarded, arg, twin);
}

/** Guards a header, whose name the document chooses. */
export function guardHeader<Write extends (args: Arguments) => string | undefined>(
  write: Write,
  binding: ParameterBinding,
  { declared, ruled }: NameGuard,
): (args: Arguments) => string | undefined {
  const twin = declared.header.get(headerKey(binding.name));
  if (twin === undefined || ruled.has(binding)) return write;
  // The very name is a credential's, which replaces the parameter.
  if (twin.toLowerCase() === binding.name.toLowerCase()) return write;
  return refuseTwin(write, argumentOf(binding), twin);
}

/** Guards the text of a parameter in the path. */
export function guardPath(
  binding: ParameterBinding,
  { chosen, ruled, hasPath }: NameGuard,
): ((text: string) => void) | undefined {
  if (!hasPath || ruled.has(binding)) return undefined;
  const arg = argumentOf(binding);
  return (text) => {
    for (const pair of text.split(";").slice(1)) {
      chosen.path.refuse(pair.split("=", 1)[0]!, arg, binding.name);
    }
  };
}

/** Returns a check of the arguments of a body: of members that it does not describe, and of names that objects write. */
export function bodyGuard(binding: BodyBinding, guard: NameGuard): (args: Arguments) => void {
  const choose = chooser(binding, (one) =>
    one.arg === undefined ? checkOf(one, guard.chosen.body) : checkOfWhole(one, one.arg, guard),
  );
  return (args) => choose(args)(args);
}

/** Frameworks merge forms into the query, and so may the members of one that the document leaves open. */
function checkOfWhole(
  { type }: BodyBinding,
  arg: string,
  { chosen, described }: NameGuard,
): (args: Arguments) => void {
  const essence = essenceOf(type);
  const isForm = essence === "application/x-www-form-urlencoded";
  if (!isForm && essence !== "multipart/form-data") return () => {};
  return (args) => {
    const value = argument(args, arg);
    const names = isObject(value)
      ? Object.keys(value)
      : isForm && typeof value === "string"
        ? value.split(/[&;]/).map((pair) => pair.split("=", 1)[0]!)
        : [];
    for (const name of names) if (!described.has(name)) chosen.body.refuse(name, arg);
  };
}

function checkOf(binding: BodyBinding, names: ReservedNames): (args: Arguments) => void {
  const { restExcept, encoding = {}, fields = [] } = binding;
  const pairs = fields.map((field) =>
    typeof field === "string" ? ([field, field] as const) : field,
  );
  const known = restExcept && new Set([...restExcept, ...pairs.map(([from]) => from)]);
  const styled = pairs.flatMap(([from, property]) => {
    const { style, explode, allowReserved, file } = Object.hasOwn(encoding, property)
      ? encoding[property]!
      : {};
    const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
    if (!isStyled || file) return [];
    return [{ from, property, write: planQuery(defined({ name: property, style, explode })) }];
  });
  return (args) => {
    for (const name of known === undefined ? [] : Object.keys(args)) {
      if (!known!.has(name)) names.refuse(name, name);
    }
    for (const { from, property, write } of styled) {
      const value = argument(args, from);
      if (!isObject(value)) continue;
      for (const pair of write(value)) names.refuse(pair.split("=", 1)[0]!, from, property);
    }
  };
}

/** Returns a reserved name that servers may take for the same, unless it is the very name. */
function twinOf(name: string, names: ReservedNames): string | undefined {
  const same = names.sameAs(name);
  return same === name ? undefined : same;
}

function refuseTwin<Input, Written>(
  write: (input: Input) => Written,
  arg: string,
  twin: string,
): (input: Input) => Written {
  return (input) => {
    const written = write(input);
    if (written === undefined || (Array.isArray(written) && written.length === 0)) return written;
    throw new ToolError(
      `The argument ${JSON.stringify(arg)} can't be sent: servers may take its name for ${JSON.stringify(twin)}, which is reserved. Leave it out.`,
    );
  };
}
