import type { SurfaceOperation } from "../surface/model.js";

const maxLength = 120;

/** Returns the first sentence of an operation's description, on one line; `METHOD /path` without a description. */
export function headline(operation: SurfaceOperation): string {
  return headlineOf(operation.facts.description ?? "") || operation.source.key;
}

/** Returns the first sentence of a text, on one line. */
export function headlineOf(text: string): string {
  const paragraph = text.trim().split(/\n\s*\n/, 1)[0] ?? "";
  const line = paragraph.replace(/\s+/g, " ");
  const sentence = /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line;
  if (sentence.length <= maxLength) return sentence;
  const space = sentence.lastIndexOf(" ", maxLength - 2);
  return `${sentence.slice(0, space > 0 ? space : maxLength - 2)} …`;
}
