import type { SettingFault } from "../config/setting-fault.js";
import { nearest } from "../diagnostics/nearest.js";
import { showValue, spell } from "../diagnostics/wording.js";
import { escapeToken } from "../load/pointer.js";

/** Reads the fields of an object. A wrong one is a fault, which tells no value that may be a secret. */
export class FieldReader {
  readonly faults: SettingFault[] = [];
  readonly #env: Readonly<Record<string, string | undefined>>;

  /** @param env values for `${env:NAME}` */
  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  fault(pointer: string, message: string, hint?: string): void {
    this.faults.push({ pointer, message, ...(hint === undefined ? {} : { hint }) });
  }

  /** @param known its fields; undefined: others are read elsewhere */
  of(value: unknown, pointer: string, known: readonly string[] | undefined): Fields {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.fault(pointer, `${spell(pointer)} is ${showValue(value)}; it must be a mapping.`);
      return new Fields({}, pointer, this);
    }
    for (const key of known ? Object.keys(value) : []) {
      if (known?.includes(key)) continue;
      const at = `${pointer}/${escapeToken(key)}`;
      const suggestion = nearest(key, known ?? []);
      const hint = suggestion === undefined ? undefined : `Did you mean \`${suggestion}\`?`;
      this.fault(at, `${spell(at)} is no field of a gateway.`, hint);
    }
    return new Fields(value as Record<string, unknown>, pointer, this);
  }

  /** Returns a text with the values of its variables. */
  expand(text: string, pointer: string): string {
    return text.replace(/\$\{env:([^}]*)\}/g, (whole, name: string) => {
      const value = /^[A-Za-z_]\w*$/.test(name) ? this.#env[name] : undefined;
      if (value !== undefined) return value;
      this.fault(
        pointer,
        `${spell(pointer)} needs the environment variable ${JSON.stringify(name)}, which is not set.`,
        "Set it where the gateway is started.",
      );
      return whole;
    });
  }
}

/** The fields of one object. */
export class Fields {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #pointer: string;
  readonly #reader: FieldReader;

  constructor(value: Readonly<Record<string, unknown>>, pointer: string, reader: FieldReader) {
    this.#value = value;
    this.#pointer = pointer;
    this.#reader = reader;
  }

  text(name: string): string | undefined {
    const value = this.#value[name];
    return value === undefined ? undefined : this.#text(value, `${this.#pointer}/${name}`);
  }

  list(name: string): readonly string[] {
    const value = this.#value[name];
    const at = `${this.#pointer}/${name}`;
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((each, index) => this.#text(each, `${at}/${index}`));
    this.#reader.fault(at, `${spell(at)} must be a list of strings.`);
    return [];
  }

  texts(name: string): Readonly<Record<string, string>> {
    const value = this.#value[name];
    const at = `${this.#pointer}/${name}`;
    if (value === undefined) return {};
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.#reader.fault(at, `${spell(at)} must be a mapping of names to strings.`);
      return {};
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        this.#text(each, `${at}/${escapeToken(key)}`),
      ]),
    );
  }

  #text(value: unknown, at: string): string {
    if (typeof value === "string") return this.#reader.expand(value, at);
    this.#reader.fault(at, `${spell(at)} must be a string.`);
    return "";
  }
}
