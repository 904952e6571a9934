/**
 * Lock entries as texts of one line each, which Git merges line by line and no formatter breaks:
 * `tool listPets in=… out=… texts=….… args limit@query=3fa2b1c8 id_body!@body:id=9c0d1e2f`.
 */
import { defined } from "../../runtime/protocol/defined.js";
import type { LockedArgument, LockedKind, LockedTexts, LockEntry } from "./lock.js";

const kinds: ReadonlySet<string> = new Set(["tool", "searchable", "resource", "template"]);

export function formatEntry(entry: LockEntry): string {
  const { kind, name, method, id, confirm, scopes, input, output, texts } = entry;
  const fields = [
    kind,
    encode(name),
    ...(method === name ? [] : [`method=${encode(method)}`]),
    ...(id === name || id === undefined ? [] : [`id=${encode(id)}`]),
    ...(id === undefined ? ["no-id"] : []),
    ...(confirm ? ["confirm"] : []),
    ...(scopes ? [`scopes=${scopes.map(encode).join(",")}`] : []),
    `in=${input}`,
    ...(output === undefined ? [] : [`out=${output}`]),
    ...(texts ? [`texts=${texts.own}.${texts.schemas}`] : []),
  ];
  const args = [...entry.arguments].map(([argument, locked]) => formatArgument(argument, locked));
  return [...fields, ...(args.length > 0 ? ["args", ...args] : [])].join(" ");
}

function formatArgument(name: string, { required, place, schema }: LockedArgument): string {
  return `${encode(name)}${required ? "!" : ""}@${encode(shortPlace(name, place))}=${schema}`;
}

/** A place that says nothing but the argument's name is written without it; that of a whole body is empty. */
function shortPlace(name: string, place: string): string {
  if (place === "body") return "";
  const [location = ""] = place.split(":", 1);
  return place === `${location}:${name}` ? location : place;
}

function longPlace(name: string, place: string): string {
  if (place === "") return "body";
  return place.includes(":") ? place : `${place}:${name}`;
}

/** Parses an untrusted text; undefined if it is not the text of an entry. */
export function parseEntry(text: string): LockEntry | undefined {
  const [kind = "", encodedName = "", ...rest] = text.split(" ");
  const argsAt = rest.indexOf("args");
  const words = argsAt < 0 ? rest : rest.slice(0, argsAt);
  const fields = new Map(
    words.map((word) => [word.split("=", 1)[0]!, word.slice(word.indexOf("=") + 1)]),
  );
  const name = decode(encodedName);
  const input = fields.get("in");
  if (!kinds.has(kind) || name === "" || input === undefined) return undefined;
  const args = (argsAt < 0 ? [] : rest.slice(argsAt + 1)).map(parseArgument);
  return defined({
    kind: kind as LockedKind,
    name,
    method: decode(fields.get("method") ?? encodedName),
    id: fields.has("no-id") ? undefined : decode(fields.get("id") ?? encodedName),
    arguments: new Map(args.filter((one) => one !== undefined)),
    confirm: fields.has("confirm") ? (true as const) : undefined,
    scopes: fields.get("scopes")?.split(",").map(decode),
    texts: parseTexts(fields.get("texts") ?? ""),
    input,
    output: fields.get("out"),
  });
}

/** Earlier versions wrote one fingerprint, which says nothing about the texts alone. */
function parseTexts(text: string): LockedTexts | undefined {
  const [own = "", schemas] = text.split(".");
  return schemas === undefined ? undefined : { own, schemas };
}

const argumentPattern = /^([^!@=]+)(!?)@([^=]*)=([\w-]+)$/;

function parseArgument(text: string): [string, LockedArgument] | undefined {
  const [, encoded, mark, place = "", schema] = argumentPattern.exec(text) ?? [];
  if (encoded === undefined || schema === undefined) return undefined;
  const name = decode(encoded);
  return [name, { required: mark === "!", place: longPlace(name, decode(place)), schema }];
}

/** Encodes what would end a word or a field. */
function encode(text: string): string {
  return text.replace(/[^\w.~:/{}$*[\]?&+;'()-]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
