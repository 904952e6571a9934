/** The text by which a user judges a call. Nothing in it that the caller chose can hide or imitate another part. */
import { escapeHidden } from "../../contract/hidden-characters.js";
import { isObject } from "../../protocol/json.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { Operation } from "../../contract/operation.js";
import { argument, withPreset, type Arguments } from "../../upstream/request/arguments.js";

/** More arguments can't be judged, so that a call with more is refused. */
const maxArguments = 100;
/** Members and items that are shown of all arguments together. */
const maxEntries = 200;
const maxMembers = 50;
const maxItems = 10;
const maxDepth = 6;
const maxName = 80;
const maxMessage = 1_000;

/**
 * Writes the question whether a call should be made: the request, and each argument in a line of its own. Long values are cut
 * one by one, with their length.
 *
 * @param target the URL that is called, without the arguments; the path's template if it is not known
 * @throws ToolError for a call with too many arguments to show
 */
export function confirmationText(operation: Operation, given: Arguments, target: string): string {
  const { expose, request, confirm } = operation;
  const line = `${request.method} ${visible(target)}`;
  const named = `Call ${oneLine(expose.title ?? expose.name)} (${line})?`;
  const message = confirm?.message;
  const head = message === undefined ? named : `${oneLine(message)}\n\n${line}`;
  const args = withPreset(operation, given);
  const names = inOrder(operation, args);
  if (names.length > maxArguments) {
    throw new ToolError(
      `The call has ${count(names.length)} arguments, and its user can confirm at most ${maxArguments}. Nothing was sent.`,
    );
  }
  if (names.length === 0) return head;
  const room = names.length > 20 ? 100 : 300;
  const entries = Math.floor(maxEntries / names.length);
  const lines = names.map((name) => {
    const value = valueText(argument(args, name), { room, entries, depth: 0 });
    return `${nameText(name)}: ${value}`;
  });
  return `${head}${message === undefined ? "\n\n" : "\n"}${lines.join("\n")}`;
}

/** Returns the names of the arguments: required ones, others of the schema, fixed ones, then those of the caller's choice. */
function inOrder({ input, preset = {} }: Operation, args: Arguments): readonly string[] {
  const required = (input["required"] ?? []) as readonly string[];
  const listed = Object.keys((input["properties"] ?? {}) as object);
  const known = new Set([...required, ...listed, ...Object.keys(preset)]);
  const others = Object.keys(args).filter((name) => !known.has(name));
  return [...known, ...others.sort()].filter(
    (name) => Object.hasOwn(args, name) && args[name] !== undefined,
  );
}

/** What may still be shown of a value. */
interface Space {
  /** Characters of each text. */
  readonly room: number;
  /** Members and items, those of members included. */
  readonly entries: number;
  readonly depth: number;
}

function valueText(value: unknown, space: Space): string {
  if (typeof value === "string") return quoted(value, space.room);
  if (Array.isArray(value)) return listText(value, space);
  if (isObject(value)) return objectText(value, space);
  const text = String(value);
  return text.length > space.room
    ? `${text.slice(0, space.room)}… (${count(text.length)} digits)`
    : text;
}

function listText(items: readonly unknown[], space: Space): string {
  const shown = items.slice(0, shownOf(items.length, maxItems, space));
  const within = inside(shown, space);
  const texts = shown.map((item) => valueText(item, within));
  return `[${withRest(texts, items.length, "item")}]`;
}

function objectText(object: object, space: Space): string {
  const members = Object.entries(object);
  const shown = members.slice(0, shownOf(members.length, maxMembers, space));
  const within = inside(
    shown.map(([, each]) => each as unknown),
    space,
  );
  const texts = shown.map(([name, each]) => `${quoted(name, maxName)}: ${valueText(each, within)}`);
  return `{${withRest(texts, members.length, "member")}}`;
}

function shownOf(length: number, most: number, { entries, depth }: Space): number {
  return depth === maxDepth ? 0 : Math.min(length, most, entries);
}

/** Divides what is left among the values that have members, so that none takes the space of its neighbours. */
function inside(shown: readonly unknown[], { room, entries, depth }: Space): Space {
  const nested = shown.filter((each) => typeof each === "object" && each !== null).length;
  const left = Math.floor((entries - shown.length) / Math.max(1, nested));
  return { room: Math.min(room, 100), entries: left, depth: depth + 1 };
}

function withRest(texts: readonly string[], length: number, what: string): string {
  const rest = length - texts.length;
  if (rest === 0) return texts.join(", ");
  const more = `… ${count(rest)} ${texts.length > 0 ? "more " : ""}${what}${rest === 1 ? "" : "s"}`;
  return [...texts, more].join(", ");
}

function nameText(name: string): string {
  return /^[\w.-]{1,80}$/.test(name) ? name : quoted(name, maxName);
}

/** Quotes a text as JSON does, so that it can't end its line or its quotes; cuts it and says how long it is. */
function quoted(text: string, room: number): string {
  if (text.length <= room) return visible(JSON.stringify(text));
  // Not within a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[room - 1]!) ? room - 1 : room;
  return `${visible(JSON.stringify(text.slice(0, end)))}… (${count(text.length)} characters)`;
}

/** Returns a text of the document or the user in one line. */
function oneLine(text: string): string {
  const line = visible(text.replace(/[ \t\r\n]+/g, " ").trim());
  return line.length > maxMessage ? `${line.slice(0, maxMessage)}…` : line;
}

/** Escapes the characters that show nothing or reorder others, and the blanks that pass for a space. */
function visible(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return escapeHidden(text).replace(
    /[^\S ]|\u2800/g,
    (blank) => `\\u${blank.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
