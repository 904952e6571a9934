/** What the client says when HTTP brings no MCP message. */
import { essenceOf } from "../../../contract/media-type.js";
import { networkErrorText } from "../../../contract/network-errors.js";
import { Redactor } from "../../../protocol/text/redactor.js";
import {
  McpAnswerError,
  McpAuthorizationError,
  McpConnectionError,
  type McpClientError,
} from "../../errors.js";
import type { HttpAnswer } from "./http-sender.js";

/** The server, by the name that the caller gave it. */
interface Named {
  readonly name: string;
}

const maxShown = 200;

/** No connection was made, or it broke. */
export function brokenConnection(error: Error, { name }: Named): McpConnectionError {
  return new McpConnectionError(`The connection to ${name} failed: ${reasonOf(error)}.`, {
    server: name,
    cause: error,
  });
}

function reasonOf(error: Error): string {
  for (let level: unknown = error, depth = 0; level instanceof Error && depth < 4; depth += 1) {
    const { code } = level as { code?: unknown };
    if (typeof code === "string") return networkErrorText(code);
    if (level.cause === undefined) return level.message;
    level = level.cause;
  }
  return "for an unknown reason";
}

export function closedError({ name }: Named): McpConnectionError {
  return new McpConnectionError(`${name} can't be sent anything: the client was closed.`, {
    server: name,
  });
}

export function crossOriginRedirect(
  status: number,
  location: string,
  target: URL | undefined,
  { name }: Named,
): McpConnectionError {
  const where = target ? target.origin + target.pathname : JSON.stringify(location.slice(0, 100));
  return new McpConnectionError(
    `${name} redirects to ${where}. Redirects to another origin are not followed, because they would pass credentials on; use that URL if you trust it.`,
    { code: status, server: name },
  );
}

export function tooManyRedirects({ name }: Named): McpConnectionError {
  return new McpConnectionError(`${name} redirects too often; check its URL.`, { server: name });
}

/**
 * The answer has a status that is no success, and no JSON-RPC error.
 *
 * @param text the beginning of its body
 * @param secrets header values of the request, which a body may repeat
 */
export function refusedRequest(
  answer: HttpAnswer,
  text: string,
  secrets: readonly string[],
  { name }: Named,
): McpClientError {
  const { status } = answer;
  const facts = { code: status, server: name };
  const said = saying(answer, text, secrets);
  if (status === 401 || status === 403) {
    const what =
      status === 401 ? "demands credentials" : "does not allow this request with these credentials";
    return new McpAuthorizationError(`${name} ${what} (status ${status})${said}`, facts);
  }
  return new McpConnectionError(`${name} answered with status ${status}${said}`, facts);
}

/** The answer succeeds with something that is no MCP message. */
export function unexpectedAnswer(
  answer: HttpAnswer,
  text: string,
  secrets: readonly string[],
  { name }: Named,
): McpAnswerError {
  return new McpAnswerError(
    `${name} answered with no MCP message (status ${answer.status})${saying(answer, text, secrets)}`,
    { code: answer.status, server: name },
  );
}

export function tooLarge(limit: number, { name }: Named): McpAnswerError {
  return new McpAnswerError(
    `A message of ${name} is longer than ${limit} bytes; allow more with maxMessageBytes.`,
    { server: name },
  );
}

export function unreadableMessage(error: unknown, { name }: Named): McpAnswerError {
  const reason = error instanceof Error ? error.message : String(error);
  return new McpAnswerError(`A message of ${name} can't be read. ${reason}`, {
    server: name,
    cause: error,
  });
}

/** Ends a sentence about an answer with its type and first words. */
function saying(answer: HttpAnswer, text: string, secrets: readonly string[]): string {
  const type = essenceOf(answer.header("content-type") ?? "");
  const words = firstWords(text, type, secrets);
  const what = type === "" ? "" : ` and a body of the type ${type}`;
  return words === "" ? `${what}.` : `${what}: ${words}`;
}

/** Returns the beginning of a body in one line, free of mark-up and of the request's credentials. */
function firstWords(body: string, type: string, secrets: readonly string[]): string {
  let text = body.slice(0, 16 * 1024);
  if (type.endsWith("html") || /^\s*<(?:!doctype|html|head|body)\b/i.test(text)) {
    text = text
      .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, " ")
      .replace(/<!--[^]*?(?:-->|$)|<[^>]*(?:>|$)/g, " ");
  }
  text = new Redactor(secrets.map((secret) => ({ text: secret }))).text(text);
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  if (line === "") return "";
  const shown = Array.from(line.slice(0, 2 * maxShown))
    .slice(0, maxShown)
    .join("");
  return shown === line ? JSON.stringify(line) : JSON.stringify(`${shown}…`);
}
