/** Writes log entries to stderr. */
import { defined } from "../defined.js";
import { escapeHidden } from "./hidden-characters.js";
import type { LogEntry } from "../log-entry.js";
import { printLog } from "./print.js";

const longestMessage = 2_000;
const longestStack = 8_000;
const deepestCause = 4;

/** Text after these words is redacted as a credential. This is the last of several precautions; none should get here. */
const secrets: readonly RegExp[] = [
  /\b((?:Bearer|Basic|DPoP)\s+)[\w.~+/=-]{6,}/gi,
  /((?:token|api_?key|secret|password)(?:=|"\s*:\s*"))[^\s&"']+/gi,
  /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
];

/**
 * Writes an entry to stderr: as text, with the error's stack on lines of its own, or as one line of JSON if `MCP_LOG_FORMAT`
 * is `json`.
 */
export function writeLogEntry(entry: LogEntry): void {
  const wantsJson = typeof process !== "undefined" && process.env["MCP_LOG_FORMAT"] === "json";
  printLog(wantsJson ? jsonLine(entry) : textLines(entry));
}

/** Formats an entry as one line of JSON. */
export function jsonLine({ time, level, message, facts, error }: LogEntry): string {
  return JSON.stringify({
    ...facts,
    time: time.toISOString(),
    level,
    msg: clean(message, longestMessage),
    ...defined({ error: error === undefined ? undefined : shownError(error) }),
  });
}

/** Formats an entry as text. Foreign text is indented, so that it cannot pass for an entry. */
export function textLines({ time, level, message, facts, error }: LogEntry): string {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  const pairs = known.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join("");
  const first = `${time.toISOString()} ${level} ${escapeHidden(clean(message, longestMessage) + pairs)}`;
  if (error === undefined) return first;
  const { stack, cause, ...shown } = shownError(error);
  const lines = (stack ?? `${shown.name}: ${shown.message}`).split("\n");
  for (let each = cause; each; each = each.cause) {
    lines.push(...`Caused by ${each.stack ?? `${each.name}: ${each.message}`}`.split("\n"));
  }
  return [first, ...lines.map((line) => `    ${escapeHidden(line)}`)].join("\n");
}

interface ShownError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ShownError;
}

/** Picks the known members of an error. Others may hold whole requests with their credentials. */
function shownError(error: unknown, depth = 0): ShownError {
  if (!(error instanceof Error)) return { name: typeof error, message: shownValue(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    name: String(name).slice(0, 100),
    message: clean(String(message), longestMessage),
    ...defined({
      code: typeof code === "string" ? code.slice(0, 100) : undefined,
      stack: typeof stack === "string" ? clean(stack, longestStack) : undefined,
      cause: cause !== undefined && depth < deepestCause ? shownError(cause, depth + 1) : undefined,
    }),
  };
}

function shownValue(value: unknown): string {
  const isPlain = typeof value !== "object" && typeof value !== "function";
  return isPlain ? clean(String(value), longestMessage) : "not an error";
}

function clean(text: string, longest: number): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return secrets.reduce((kept, pattern) => kept.replace(pattern, "$1***"), short);
}
