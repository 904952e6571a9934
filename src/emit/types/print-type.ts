import { docComment } from "../comment.js";
import { lineWidth, memberName } from "../literal.js";
import { isWord, type ObjectNode, type TypeMember, type TypeNode } from "./type-node.js";

/**
 * Prints `node` as TypeScript, on one line if it fits, otherwise broken at its outermost punctuation.
 *
 * @param indent Indentation of the line on which the type starts, in columns
 * @param column Column at which the type starts
 */
export function printType(node: TypeNode, indent: number, column: number): string {
  const flat = flatType(node, lineWidth - column - 1);
  if (flat !== undefined) return flat;
  switch (node.kind) {
    case "word":
      return node.text;
    case "name":
      return node.name;
    case "array":
      return `${printGrouped(node.item, indent, column)}[]`;
    case "tuple": {
      const items = tupleItems(node).map(
        ([before, item, after]) => `${before}${printGrouped(item, indent + 2, indent + 2)}${after}`,
      );
      return `[\n${items.map((item) => `${" ".repeat(indent + 2)}${item},\n`).join("")}${" ".repeat(indent)}]`;
    }
    case "union":
      return printUnion(node.members, indent, column);
    case "intersection": {
      const parts = node.members.map((member) => printGrouped(member, indent, column));
      const broken = parts.some((part) => part.includes("\n"));
      return parts.join(broken ? " & " : ` &\n${" ".repeat(indent + 2)}`);
    }
    case "object":
      return printBody(node, indent);
  }
}

/** Prints the body of an object type, one member per line, as after `interface Name `. */
export function printBody(node: ObjectNode, indent: number): string {
  const margin = " ".repeat(indent + 2);
  const lines = node.members.map((member) => printMember(member, indent + 2));
  if (node.index) {
    const head = `${margin}[key: string]: `;
    lines.push(`${head}${printType(node.index, indent + 2, head.length)};\n`);
  }
  return `{\n${lines.join("")}${" ".repeat(indent)}}`;
}

/** Prints `node` on one line; undefined if that takes more than `room` columns or would drop a comment. */
export function flatType(node: TypeNode, room: number): string | undefined {
  if (room < 0) return undefined;
  switch (node.kind) {
    case "word":
      return node.text.length <= room ? node.text : undefined;
    case "name":
      return node.name.length <= room ? node.name : undefined;
    case "array": {
      const item = flatGrouped(node.item, room - 2);
      return item === undefined ? undefined : `${item}[]`;
    }
    case "tuple":
      return flatList(tupleItems(node), ", ", room - 2, "[", "]");
    case "union":
      return flatList(node.members.map(alone), " | ", room, "", "");
    case "intersection":
      return flatList(node.members.map(alone), " & ", room, "", "");
    case "object":
      return flatObject(node, room);
  }
}

function printMember(member: TypeMember, indent: number): string {
  const head = `${" ".repeat(indent)}${memberName(member.name)}${member.required ? "" : "?"}:`;
  const type = memberType(member);
  const text = printType(type, indent, head.length + 1);
  const gap = text.startsWith("\n") ? "" : " ";
  return `${docComment(member.doc, indent)}${head}${gap}${text};\n`;
}

/** Adds `undefined` to optional members, so that exactOptionalPropertyTypes allows it. */
function memberType(member: TypeMember): TypeNode {
  if (member.required || isWord(member.type, "unknown")) return member.type;
  const members = member.type.kind === "union" ? member.type.members : [member.type];
  return members.some((each) => isWord(each, "undefined"))
    ? member.type
    : { kind: "union", members: [...members, { kind: "word", text: "undefined" }] };
}

function printUnion(members: readonly TypeNode[], indent: number, column: number): string {
  // One long member with a short tail (`{ … } | null`) stays on the line.
  const long = members.filter((member) => member.kind !== "word");
  if (long.length === 1 && members.length <= 3 && members[0] === long[0]) {
    return members.map((member) => printGrouped(member, indent, column)).join(" | ");
  }
  const margin = `\n${" ".repeat(indent + 2)}| `;
  return members
    .map((member) => `${margin}${printGrouped(member, indent + 4, indent + 4)}`)
    .join("");
}

function printGrouped(node: TypeNode, indent: number, column: number): string {
  if (node.kind !== "union" && node.kind !== "intersection") return printType(node, indent, column);
  const text = printType(node, indent, column + 1);
  return text.startsWith("\n") ? `(${text}\n${" ".repeat(indent)})` : `(${text})`;
}

function flatGrouped(node: TypeNode, room: number): string | undefined {
  if (node.kind !== "union" && node.kind !== "intersection") return flatType(node, room);
  const text = flatType(node, room - 2);
  return text === undefined ? undefined : `(${text})`;
}

type ListItem = readonly [before: string, node: TypeNode, after: string];

function alone(node: TypeNode): ListItem {
  return ["", node, ""];
}

function tupleItems(node: TypeNode & { kind: "tuple" }): readonly ListItem[] {
  const items = node.items.map((item, at): ListItem => ["", item, at < node.required ? "" : "?"]);
  return node.rest ? [...items, ["...", { kind: "array", item: node.rest }, ""]] : items;
}

function flatList(
  items: readonly ListItem[],
  separator: string,
  room: number,
  open: string,
  close: string,
): string | undefined {
  let text = open;
  for (const [at, [before, node, after]] of items.entries()) {
    text += `${at === 0 ? "" : separator}${before}`;
    const item = flatGrouped(node, room - text.length - after.length);
    if (item === undefined) return undefined;
    text += `${item}${after}`;
  }
  return `${text}${close}`;
}

function flatObject(node: ObjectNode, room: number): string | undefined {
  const parts: string[] = [];
  let left = room - 4;
  for (const member of node.members) {
    if (member.doc.length > 0) return undefined;
    const head = `${memberName(member.name)}${member.required ? "" : "?"}: `;
    const type = flatType(memberType(member), left - head.length);
    if (type === undefined) return undefined;
    parts.push(`${head}${type}`);
    left -= head.length + type.length + 2;
  }
  if (node.index) {
    const type = flatType(node.index, left - 15);
    if (type === undefined) return undefined;
    parts.push(`[key: string]: ${type}`);
  }
  return parts.length === 0 ? "{}" : `{ ${parts.join("; ")} }`;
}
