import { isLogLevel } from "../../protocol/model.js";
import { revisions } from "../../protocol/revisions.js";
import type { ClientOptions } from "../client-options.js";

type Unchecked = { readonly [K in keyof ClientOptions]: unknown };

const times = ["startTimeoutMs", "requestTimeoutMs", "maxRequestMs", "maxMessageBytes"] as const;
const counts = ["cacheSize", "maxRounds"] as const;
const functions = [
  ...([
    "sampling",
    "onProgress",
    "onLog",
    "onListChanged",
    "onResourceUpdated",
    "onElicitationComplete",
  ] as const),
  ...(["onClose", "onMessage", "log"] as const),
];

/** Refuses options that can't be used, before anything is started or sent. @throws TypeError */
export function checkOptions(options: ClientOptions): void {
  const given: Unchecked = options;
  for (const name of times)
    refuseUnless(isUnset(given[name]) || isAbove(given[name], 0), name, "a number above 0");
  for (const name of counts) checkCount(name, given[name]);
  for (const name of functions) {
    refuseUnless(isUnset(given[name]) || typeof given[name] === "function", name, "a function");
  }
  checkHandlers(given);
  const { protocolVersion, logLevel, signal, retries } = given;
  const known = (revisions as readonly unknown[]).includes(protocolVersion);
  refuseUnless(
    isUnset(protocolVersion) || known,
    "protocolVersion",
    `one of ${revisions.join(", ")}`,
  );
  refuseUnless(isUnset(logLevel) || isLogLevel(logLevel), "logLevel", "a log level of MCP");
  refuseUnless(isUnset(signal) || isSignal(signal), "signal", "an AbortSignal");
  if (typeof retries !== "object" || retries === null) return checkCount("retries", retries);
  const { attempts, firstMs, mostMs } = retries as { readonly [name: string]: unknown };
  checkCount("retries.attempts", attempts);
  checkCount("retries.firstMs", firstMs);
  checkCount("retries.mostMs", mostMs);
}

function checkHandlers({ roots, elicitation, telemetry, name }: Unchecked): void {
  const lists = isUnset(roots) || Array.isArray(roots) || typeof roots === "function";
  refuseUnless(lists, "roots", "an array of roots, or a function that returns one");
  const answers = isUnset(elicitation) || typeof elicitation === "function";
  const { form, url } = Object(elicitation) as { readonly [kind: string]: unknown };
  const byKind = [form, url].filter((each) => !isUnset(each));
  const each = byKind.length > 0 && byKind.every((handler) => typeof handler === "function");
  refuseUnless(answers || each, "elicitation", "a function, or an object of form and url");
  const { outgoing } = Object(telemetry) as { readonly outgoing?: unknown };
  const traces = typeof telemetry === "object" && telemetry !== null;
  const usable = traces && (isUnset(outgoing) || typeof outgoing === "function");
  refuseUnless(isUnset(telemetry) || usable, "telemetry", "a recorder, such as `openTelemetry()`");
  refuseUnless(isUnset(name) || typeof name === "string", "name", "a text");
}

function checkCount(name: string, value: unknown): void {
  refuseUnless(isUnset(value) || value === 0 || isAbove(value, 0), name, "a number from 0 up");
}

/** Also of another realm, such as that of a test runner. */
function isSignal(value: unknown): boolean {
  const { throwIfAborted } = Object(value) as Partial<AbortSignal>;
  return typeof throwIfAborted === "function";
}

function isUnset(value: unknown): boolean {
  return value === undefined;
}

function isAbove(value: unknown, least: number): boolean {
  return typeof value === "number" && value > least;
}

function refuseUnless(isUsable: boolean, name: string, what: string): void {
  if (!isUsable) throw new TypeError(`The option ${name} must be ${what}.`);
}
