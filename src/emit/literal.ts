import { escapeHidden } from "./hidden-characters.js";

/** Columns that a line of generated code may use. */
export const lineWidth = 100;

/** Prettier keeps a long string on the line of its key when the key is shorter than this. */
const shortKey = 5;

/** Characters that stand for themselves in a string literal. */
const plainString = /^[ !#-[\]-~]*$/;
const asciiIdentifier = /^[A-Za-z_$][\w$]*$/;
const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A JavaScript string literal that reads as `text`, in the quotes that need fewer escapes. */
export function stringLiteral(text: string): string {
  if (plainString.test(text)) return `"${text}"`;
  const inner = escapeHidden(JSON.stringify(text).slice(1, -1));
  if (!inner.includes('"')) return `"${inner}"`;
  const doubles = inner.split('\\"').length;
  const singles = inner.split("'").length;
  if (doubles <= singles) return `"${inner}"`;
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** `name` as the key of a member in a type: quoted unless it is an identifier. */
export function memberName(name: string): string {
  return asciiIdentifier.test(name) || identifier.test(name) ? name : stringLiteral(name);
}

/** `name` as a key in an object literal, where a plain `__proto__` would set the prototype. */
function propertyKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : memberName(name);
}

/**
 * `value` (JSON) as a JavaScript expression, laid out as prettier would.
 *
 * `indent`: columns before the line it starts on. `column`: where in that line it starts.
 */
export function printLiteral(value: unknown, indent: number, column: number): string {
  // One column is for the comma or semicolon that follows.
  const flat = flatLiteral(value, lineWidth - column - 1);
  if (flat !== undefined) return flat;
  if (Array.isArray(value)) return printArray(value, indent);
  if (typeof value === "object" && value !== null) return printObject(value, indent);
  return scalar(value);
}

function printObject(value: object, indent: number): string {
  const inside = " ".repeat(indent + 2);
  let text = "{\n";
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += `${inside}${printMember(name, member, indent + 2)},\n`;
  }
  return `${text}${" ".repeat(indent)}}`;
}

/** `name: value` as it stands in an object literal, `indent` columns from the left. */
export function printMember(name: string, member: unknown, indent: number): string {
  const key = propertyKey(name);
  const column = indent + key.length + 2;
  const text = printLiteral(member, indent, column);
  const breaksAfterColon =
    typeof member === "string" && key.length >= shortKey && column + text.length >= lineWidth;
  return breaksAfterColon ? `${key}:\n${" ".repeat(indent + 2)}${text}` : `${key}: ${text}`;
}

function printArray(value: readonly unknown[], indent: number): string {
  const inside = " ".repeat(indent + 2);
  const end = `\n${" ".repeat(indent)}]`;
  if (value.every((item) => typeof item === "number")) {
    return `[\n${fill(value.map(scalar), inside)}${end}`;
  }
  const items = value.map((item) => `${inside}${printLiteral(item, indent + 2, indent + 2)},`);
  return `[\n${items.join("\n")}${end}`;
}

/** Prettier puts as many numbers in a line as fit. */
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

/** `value` on one line, or undefined when that takes more than `room` columns. */
function flatLiteral(value: unknown, room: number): string | undefined {
  if (room < 0) return undefined;
  if (Array.isArray(value)) return flatArray(value, room);
  if (typeof value === "object" && value !== null) return flatObject(value, room);
  // Quotes are in the text, so a longer string can't fit: don't escape a page to find out.
  if (typeof value === "string" && value.length > room) return undefined;
  const text = scalar(value);
  return text.length <= room ? text : undefined;
}

function flatArray(value: readonly unknown[], room: number): string | undefined {
  if (value.length === 0) return "[]";
  if (breaksAlways(value)) return undefined;
  let text = "[";
  for (const item of value) {
    if (text.length > 1) text += ", ";
    const flat = flatLiteral(item, room - text.length - 1);
    if (flat === undefined) return undefined;
    text += flat;
  }
  return `${text}]`;
}

function flatObject(value: object, room: number): string | undefined {
  let text = "";
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    text += text === "" ? "{ " : ", ";
    text += `${propertyKey(name)}: `;
    const flat = flatLiteral(member, room - text.length - 2);
    if (flat === undefined) return undefined;
    text += flat;
  }
  return text === "" ? "{}" : `${text} }`;
}

/** Prettier never joins several objects, or several arrays, of more than one element each. */
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
