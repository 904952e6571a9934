import { base64 } from "./base64.js";
import { encodeForm, encodeUnreserved } from "./request/percent-encoding.js";

export interface Secret {
  readonly text: string;
  /** A user name: hidden in errors, but not in data, where it may well belong. */
  readonly nameOnly?: true;
}

/** Shorter secrets can't be told from ordinary data; in errors they are hidden all the same. */
const shortestInData = 6;

const mask = "[redacted]";

/**
 * Hides credentials in text: as they are, percent-encoded, base64-encoded or escaped as in JSON or HTML.
 */
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

  /** `value` as parsed from `source`. Changes its strings in place; names of members stay. */
  json(value: unknown, source: string): unknown {
    if (this.#pattern === undefined) return value;
    // An escape sequence may hide a secret from a search in the source.
    if (!source.includes("\\") && !this.#forms.some((form) => source.includes(form))) return value;
    if (typeof value === "string") return this.text(value);
    const rest: unknown[] = [value];
    for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
      if (typeof node !== "object" || node === null) continue;
      for (const [key, member] of Object.entries(node)) {
        if (typeof member === "object" && member !== null) rest.push(member);
        else if (typeof member === "string") {
          const shown = this.text(member);
          if (shown !== member) (node as Record<string, unknown>)[key] = shown;
        }
      }
    }
    return value;
  }
}

/** One redactor for what explains a failure, one for what was asked for. */
export interface Redactors {
  readonly errors: Redactor;
  readonly data: Redactor;
}

/** The redactors of a call that carries these secrets. */
export function redactorsOf(secrets: readonly Secret[]): Redactors {
  const inData = secrets.filter((s) => !s.nameOnly && s.text.length >= shortestInData);
  return { errors: new Redactor(secrets), data: new Redactor(inData) };
}

function formsOf(secrets: readonly Secret[]): readonly string[] {
  const forms = new Set<string>();
  for (const { text } of secrets) {
    // An empty one would be found everywhere.
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
  // Longest first, so that no part of one is left over.
  return [...forms].sort((a, b) => b.length - a.length);
}

/** RFC 3986 section 2.1: the case of the digits makes no difference. */
function lowerTriplets(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase());
}

/** As pages of errors show what they were sent. */
function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function anyOf(forms: readonly string[]): RegExp | undefined {
  if (forms.length === 0) return undefined;
  return new RegExp(forms.map((form) => form.replace(/[^\w\s]/g, "\\$&")).join("|"), "g");
}
