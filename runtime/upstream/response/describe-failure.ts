import type { Answer } from "./answer.js";

/** Maximum length of a body in the message, in characters. */
const maxBodyText = 8_000;

/**
 * Describes a failed call for the model.
 *
 * @param call method and path template
 * @param notes further lines
 * @param unexpected the body in short, if it is not what an API answers
 */
export function describeFailure(
  call: string,
  statusText: string,
  answer: Answer,
  notes: readonly string[] = [],
  unexpected?: string,
): string {
  const status = statusText === "" ? String(answer.status) : `${answer.status} ${statusText}`;
  const lines = [`${call} answered ${status}`];
  if (unexpected !== undefined) return [`${lines[0]}: ${unexpected}`, ...notes].join("\n");
  const problem = answer.kind === "json" ? problemOf(answer.value) : undefined;
  if (problem !== undefined) lines[0] += `: ${problem}`;
  const body = bodyText(answer);
  if (body !== "") lines.push(shorten(body));
  lines.push(...notes);
  return lines.join("\n");
}

/** Returns title and detail of an RFC 9457 problem. */
function problemOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { title, detail } = value as { title?: unknown; detail?: unknown };
  const parts = [title, detail].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? undefined : parts.join(": ");
}

function bodyText(answer: Answer): string {
  switch (answer.kind) {
    case "empty":
      return "";
    case "json":
      return answer.source ?? jsonOf(answer.value);
    case "text":
      return answer.text.trim();
    case "media":
      return `(${answer.media.mimeType}, ${answer.media.data.length} bytes)`;
  }
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "(JSON that is nested too deeply to show)";
  }
}

function shorten(text: string): string {
  if (text.length <= maxBodyText) return text;
  // Do not cut a surrogate pair in half.
  const end = /[\uD800-\uDBFF]/.test(text[maxBodyText - 1]!) ? maxBodyText - 1 : maxBodyText;
  return `${text.slice(0, end)}\n(${text.length - end} more characters were cut.)`;
}
