import { base64 } from "./base64.js";
import { encodeForm, encodeUnreserved } from "./percent-encoding.js";

export interface Secret {
  readonly text: string;
  /** A user name: hidden in error messages, but not in data, which often contains it legitimately. */
  readonly nameOnly?: true;
}

/** Shorter secrets can't be told from ordinary data, so they are hidden in error messages only. */
const shortestInData = 6;

const mask = "[redacted]";

/** Hides credentials in text, whether written plainly, percent-encoded, in base64 or escaped for JSON or HTML. */
export class Redactor {
  readonly #forms: readonly string[];
  readonly #pattern: RegExp | undefined;

  constructor(secrets: readonly Secret[]) {
    this.#forms = formsOf(secrets);
    this.#pattern = anyOf(this.#forms);
  }

  text(text: string): string {
    return this.#pattern === undefined ? text : text.replace(this.#pattern, mask);
  }

  /** Redacts the strings of `value`, parsed from `source`, in place. Names of members stay. */
  json(value: unknown, source: string): unknown {
    if (this.#pattern === undefined) return value;
    // Only escape sequences could hide a secret from this search of the source.
    if (!source.includes("\\") && !this.#forms.some((form) => source.includes(form))) return value;
    if (typeof value === "string") return this.text(value);
    const pending: unknown[] = [value];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (typeof node !== "object" || node === null) continue;
      for (const [key, member] of Object.entries(node)) {
        if (typeof member === "object" && member !== null) pending.push(member);
        else if (typeof member === "string") {
          const redacted = this.text(member);
          if (redacted !== member) (node as Record<string, unknown>)[key] = redacted;
        }
      }
    }
    return value;
  }
}

/** One redactor for error messages, one for the data that was asked for. */
export interface Redactors {
  readonly errors: Redactor;
  readonly data: Redactor;
}

/** Creates the redactors of a call that carries these secrets. */
export function redactorsOf(secrets: readonly Secret[]): Redactors {
  const inData = secrets.filter((s) => !s.nameOnly && s.text.length >= shortestInData);
  return { errors: new Redactor(secrets), data: new Redactor(inData) };
}

function formsOf(secrets: readonly Secret[]): readonly string[] {
  const forms = new Set<string>();
  for (const { text } of secrets) {
    // An empty text would match everywhere.
    if (text === "") continue;
    const escaped = [encodeUnreserved(text), encodeURIComponent(text), encodeForm(text)];
    const coded = base64(text);
    for (const form of [text, ...escaped, ...escaped.map(lowerTriplets)]) forms.add(form);
    // RFC 4648 sections 4 and 5, with padding and without.
    const padless = coded.replace(/=+$/, "");
    for (const form of [coded, padless]) {
      forms.add(form);
      forms.add(form.replaceAll("+", "-").replaceAll("/", "_"));
    }
    forms.add(JSON.stringify(text).slice(1, -1));
    forms.add(escapeHtml(text));
  }
  // Longest first, so that no part of a longer form remains.
  return [...forms].sort((a, b) => b.length - a.length);
}

/** The case of hexadecimal digits is not significant. @see RFC 3986 section 2.1 */
function lowerTriplets(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
}

/** Escapes a text as HTML error pages do when they echo it. */
function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Returns header values that look like credentials, and what follows their scheme: `Bearer <token>`. */
export function secretsOf(headers: { readonly [name: string]: string }): Secret[] {
  return Object.entries(headers)
    .filter(([name]) => /auth|cookie|key|secret|token/i.test(name))
    .flatMap(([, value]) => [value, ...value.split(" ").slice(1)])
    .filter((text) => text !== "")
    .map((text) => ({ text }));
}

function anyOf(forms: readonly string[]): RegExp | undefined {
  if (forms.length === 0) return undefined;
  return new RegExp(forms.map((form) => form.replace(/[^\w\s]/g, "\\$&")).join("|"), "g");
}
