import type { Tool } from "../../../runtime/protocol/model.js";
import { headlineOf } from "../../emit/headline.js";
import { argumentSchema, argumentsOf } from "./argument-schema.js";
import { wanted } from "./convert-argument.js";

/** Widest column of names, in characters. */
const maxWidth = 40;

/** Returns a line for each tool: its name and what it does. */
export function listTools(tools: readonly Tool[]): string {
  return columns(
    tools.map(({ name, title, description }) => [name, headlineOf(description ?? title ?? "")]),
  );
}

/** Returns what a tool does, and a line for each of its arguments. */
export function describeTool({ name, description, title, inputSchema }: Tool): string {
  const { properties, required } = argumentsOf(inputSchema);
  const rows = [...properties].map(([argument, schema]): [string, string] => {
    const read = argumentSchema(schema, inputSchema);
    const about = headlineOf(read.description ?? "");
    const need = required.has(argument) ? "" : ", optional";
    return [argument, `${wanted(read)}${need}${about === "" ? "" : `: ${about}`}`];
  });
  const text = (description ?? title ?? "").trim();
  const all = rows.length === 0 ? "It takes no arguments.\n" : columns(rows);
  return `${name}\n${text === "" ? "" : `${text}\n`}\n${all}`;
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(maxWidth, Math.max(0, ...rows.map(([first]) => first.length)));
  return rows.map(([first, text]) => `${first.padEnd(width)}  ${text}`.trimEnd() + "\n").join("");
}
