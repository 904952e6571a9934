import { escapeHidden } from "../diagnostics/hidden-characters.js";
import { spend } from "../diagnostics/work.js";

/** Maximum width of a line of generated code, in columns. */
export const lineWidth = 100;

/** Prettier keeps a long string on the line of its key if the key is shorter than this. */
const shortKey = 5;

/** Characters that need no escape in a string literal. */
const plainString = /^[ !#-[\]-~]*$/;
const asciiIdentifier = /^[A-Za-z_$][\w$]*$/;
/**
 * Without the letters beyond the Basic Multilingual Plane: this Node.js may know letters of a newer Unicode than the compiler
 * that reads the code.
 */
const identifier = /^(?=[ -\uffff]*$)[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Prints `text` as a JavaScript string literal, in the quotes that need fewer escapes. */
export function stringLiteral(text: string): string {
  if (plainString.test(text)) return `"${text}"`;
  const inner = escapeHidden(JSON.stringify(text).slice(1, -1));
  if (!inner.includes('"')) return `"${inner}"`;
  const doubles = inner.split('\\"').length;
  const singles = inner.split("'").length;
  if (doubles <= singles) return `"${inner}"`;
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Prints `name` as the key of a type member, quoted unless it is an identifier. */
export function memberName(name: string): string {
  return asciiIdentifier.test(name) || identifier.test(name) ? name : stringLiteral(name);
}

/** Prints `name` as a key in an object literal, where a plain `__proto__` would set the prototype. */
function propertyKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : memberName(name);
}

/**
 * Prints `value` (JSON) as a JavaScript expression, in the layout of prettier.
 *
 * @param indent Indentation of the line on which the expression starts, in columns
 * @param column Column at which the expression starts
 */
export function printLiteral(value: unknown, indent: number, column: number): string {
  const out: string[] = [];
  write(out, value, indent, column);
  return out.join("");
}

/** Prints `name: value` as a member of an object literal that is indented by `indent` columns. */
export function printMember(name: string, member: unknown, indent: number): string {
  const out: string[] = [];
  writeMember(out, name, member, indent);
  return out.join("");
}

/** Appends `value` to `out` in pieces. The caller joins them once, because they may be megabytes. */
function write(out: string[], value: unknown, indent: number, column: number): void {
  spend(1);
  // One column is reserved for the comma or semicolon that follows.
  if (flatWidth(value, lineWidth - column - 1) !== undefined) out.push(flat(value));
  else if (Array.isArray(value)) writeArray(out, value, indent);
  else if (typeof value === "object" && value !== null) writeObject(out, value, indent);
  else out.push(scalar(value));
}

function writeObject(out: string[], value: object, indent: number): void {
  const inside = " ".repeat(indent + 2);
  out.push("{\n");
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    out.push(inside);
    writeMember(out, name, member, indent + 2);
    out.push(",\n");
  }
  out.push(`${" ".repeat(indent)}}`);
}

function writeMember(out: string[], name: string, member: unknown, indent: number): void {
  const key = propertyKey(name);
  const column = indent + key.length + 2;
  if (typeof member !== "string") {
    out.push(key, ": ");
    write(out, member, indent, column);
    return;
  }
  const text = stringLiteral(member);
  const breaksAfterColon = key.length >= shortKey && column + text.length >= lineWidth;
  out.push(key, breaksAfterColon ? `:\n${" ".repeat(indent + 2)}` : ": ", text);
}

function writeArray(out: string[], value: readonly unknown[], indent: number): void {
  const inside = " ".repeat(indent + 2);
  const end = `\n${" ".repeat(indent)}]`;
  if (value.every((item) => typeof item === "number")) {
    out.push(`[\n${fill(value.map(scalar), inside)}${end}`);
    return;
  }
  let start = "[\n";
  for (const item of value) {
    out.push(start, inside);
    write(out, item, indent + 2, indent + 2);
    start = ",\n";
  }
  out.push(`,${end}`);
}

/** Fills lines with as many numbers as fit, as prettier does. */
function fill(items: readonly string[], inside: string): string {
  const lines: string[] = [];
  let line = inside;
  for (const item of items) {
    const gap = line === inside ? "" : " ";
    if (line !== inside && line.length + item.length + 2 > lineWidth) {
      lines.push(line);
      line = `${inside}${item},`;
    } else {
      line += `${gap}${item},`;
    }
  }
  return [...lines, line].join("\n");
}

/** Returns the width of `value` on one line; undefined if it exceeds `room` or prettier would break it. */
function flatWidth(value: unknown, room: number): number | undefined {
  if (room < 0) return undefined;
  if (Array.isArray(value)) return flatArrayWidth(value, room);
  if (typeof value === "object" && value !== null) return flatObjectWidth(value, room);
  // Skip escaping a string that is too long even without quotes.
  if (typeof value === "string" && value.length > room) return undefined;
  const width = scalar(value).length;
  return width <= room ? width : undefined;
}

function flatArrayWidth(value: readonly unknown[], room: number): number | undefined {
  if (value.length === 0) return room >= "[]".length ? "[]".length : undefined;
  if (breaksAlways(value)) return undefined;
  let used = "[".length;
  for (const item of value) {
    if (used > "[".length) used += ", ".length;
    const width = flatWidth(item, room - used - "]".length);
    if (width === undefined) return undefined;
    used += width;
  }
  return used + "]".length;
}

function flatObjectWidth(value: object, room: number): number | undefined {
  let used = 0;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    used += ", ".length + propertyKey(name).length + ": ".length;
    const width = flatWidth(member, room - used - " }".length);
    if (width === undefined) return undefined;
    used += width;
  }
  if (used === 0) return room >= "{}".length ? "{}".length : undefined;
  return used + " }".length;
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${propertyKey(name)}: ${flat(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** Whether prettier breaks the array: it holds several objects, or several arrays, of more than one element each. */
function breaksAlways(items: readonly unknown[]): boolean {
  if (items.length < 2) return false;
  const arrays = Array.isArray(items[0]);
  return items.every(
    (item) =>
      typeof item === "object" &&
      item !== null &&
      Array.isArray(item) === arrays &&
      (Array.isArray(item) ? item : Object.keys(item)).length > 1,
  );
}

function scalar(value: unknown): string {
  switch (typeof value) {
    case "string":
      return stringLiteral(value);
    case "number":
    case "boolean":
      return String(value);
    default:
      if (value === null) return "null";
      throw new TypeError(`no literal for a ${typeof value}`);
  }
}
