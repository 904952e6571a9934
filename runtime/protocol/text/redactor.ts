import { exactInteger } from "../read-integers.js";
import { byteFormsOf, spellingsOf, type Spelling } from "./spellings.js";

export interface Secret {
  readonly text: string;
  /** A user name: hidden in error messages, but not in data, which often contains it legitimately. */
  readonly nameOnly?: true;
}

/** Shorter secrets can't be told from ordinary data, so they are hidden in error messages only. */
const shortestInData = 6;

/** Units of a spelling by which it is found. The others are compared where these are. */
const found = 5;

const mask = "[redacted]";
const maskedByte = 0x2a;

/**
 * Hides credentials in text and data: plain, percent-encoded in part or as a whole, escaped for JSON or HTML, in hexadecimal,
 * and in base64 at any position of what is encoded.
 */
export class Redactor {
  readonly #texts: readonly string[];
  #search: Search | undefined;
  #byteForms: readonly string[] | undefined;

  constructor(secrets: readonly Secret[]) {
    // An empty text would match everywhere.
    this.#texts = [...new Set(secrets.map(({ text }) => text))].filter((text) => text !== "");
  }

  text(text: string): string {
    return this.#texts.length === 0 ? text : this.#searched().replace(text);
  }

  /** Redacts the strings, numbers and names of members of `value`, parsed from `source`, in place. */
  json(value: unknown, source: string): unknown {
    if (!this.finds(source)) return value;
    const root = { value };
    const pending: object[] = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      this.#redactMembers(node as Record<string, unknown>, pending);
    }
    return root.value;
  }

  /** Whether a text has one of the secrets. */
  finds(text: string): boolean {
    return this.#texts.length > 0 && this.#searched().finds(text);
  }

  /** Overwrites the secrets in data, so that its length stays. Returns the data itself if it has none. */
  bytes(data: Uint8Array): Uint8Array {
    if (this.#texts.length === 0) return data;
    this.#byteForms ??= this.#texts
      .flatMap(byteFormsOf)
      .map((form) => byteText(Uint8Array.from(form, (byte) => byte.charCodeAt(0))));
    const text = byteText(data);
    let masked: Uint8Array | undefined;
    for (const form of this.#byteForms) {
      for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
        masked ??= Uint8Array.from(data);
        masked.fill(maskedByte, at, at + form.length);
      }
    }
    return masked ?? data;
  }

  #redactMembers(node: Record<string, unknown>, pending: object[]): void {
    const entries = Object.entries(node);
    for (const [key, member] of entries) {
      if (typeof member === "object" && member !== null) pending.push(member);
      else if (typeof member === "string" || typeof member === "number") {
        const written = String(exactInteger(node, key) ?? member);
        const redacted = this.text(written);
        // A number is a secret as a whole; part of another one is chance.
        const isSecret = typeof member === "string" ? redacted !== written : redacted === mask;
        if (isSecret) node[key] = redacted;
      }
    }
    if (Array.isArray(node) || !entries.some(([key]) => this.text(key) !== key)) return;
    // All members are written again, so that their order stays.
    for (const [key] of entries) {
      const value = node[key];
      delete node[key];
      let name = this.text(key);
      for (let count = 2; Object.hasOwn(node, name); count++) name = `${this.text(key)} ${count}`;
      Object.defineProperty(node, name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }

  /** Made with the first text, because many servers never see one. */
  #searched(): Search {
    return (this.#search ??= new Search(this.#texts.flatMap(spellingsOf)));
  }
}

/** Patterns of units, which most secrets share. Emptied before it grows without end. */
const unitPatterns = new Map<string, RegExp>();
const maxUnitPatterns = 4_000;

function unitPattern(source: string): RegExp {
  let pattern = unitPatterns.get(source);
  if (!pattern) {
    if (unitPatterns.size >= maxUnitPatterns) unitPatterns.clear();
    pattern = new RegExp(source, "y");
    unitPatterns.set(source, pattern);
  }
  return pattern;
}

/** Searches for spellings in linear time. */
class Search {
  /** Matches the beginning of each spelling. */
  readonly #beginning: RegExp;
  readonly #spellings: readonly (readonly RegExp[])[];

  constructor(spellings: readonly Spelling[]) {
    const beginnings = new Set(spellings.map((units) => units.slice(0, found).join("")));
    this.#beginning = new RegExp([...beginnings].join("|"), "g");
    this.#spellings = spellings.map((each) => each.map(unitPattern));
  }

  finds(text: string): boolean {
    return this.#next(text, 0) !== undefined;
  }

  replace(text: string): string {
    let kept = "";
    let end = 0;
    for (let next = this.#next(text, 0); next; next = this.#next(text, end)) {
      kept += text.slice(end, next.start) + mask;
      end = next.end;
    }
    return end === 0 ? text : kept + text.slice(end);
  }

  #next(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
    const beginning = this.#beginning;
    beginning.lastIndex = from;
    for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
      const start = match.index;
      const end = this.#endAt(text, start);
      if (end > start) return { start, end };
      beginning.lastIndex = start + 1;
    }
    return undefined;
  }

  /** Returns the end of the longest spelling at a position; the position itself if there is none. */
  #endAt(text: string, start: number): number {
    let longest = start;
    for (const units of this.#spellings) {
      let end = start;
      for (const unit of units) {
        unit.lastIndex = end;
        end = unit.test(text) ? unit.lastIndex : -1;
        if (end === -1) break;
      }
      longest = Math.max(longest, end);
    }
    return longest;
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

const secretName = /auth|cookie|key|passw|secret|token|signature|^(?:code|sig)$/i;

/** Returns header values that look like credentials, and what follows their scheme: `Bearer <token>`. */
export function secretsOf(headers: { readonly [name: string]: string }): Secret[] {
  return Object.entries(headers)
    .filter(([name]) => secretName.test(name))
    .flatMap(([name, value]) => [
      value,
      ...value.split(" ").slice(1),
      ...(/cookie/i.test(name) ? cookieValues(value) : []),
    ])
    .filter((text) => text !== "")
    .map((text) => ({ text }));
}

/** Returns the values of a query whose names say that they are secret. */
export function secretsInQuery(query: string): Secret[] {
  const pairs = [...new URLSearchParams(query)];
  return pairs.filter(([name]) => secretName.test(name)).map(([, text]) => ({ text }));
}

function cookieValues(header: string): readonly string[] {
  return header
    .split(/; */)
    .map((cookie) => cookie.slice(cookie.indexOf("=") + 1))
    .filter((value) => value.length >= shortestInData);
}

/** Returns a text with one character for each byte. */
function byteText(data: Uint8Array): string {
  return typeof Buffer === "undefined"
    ? new TextDecoder("windows-1252").decode(data)
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("latin1");
}
