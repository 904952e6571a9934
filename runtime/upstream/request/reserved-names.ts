import { ToolError } from "../../protocol/tool-error.js";
import { decodePercent } from "../../protocol/text/percent-encoding.js";

/** Proxies and servers in a row decode a name at most this often. */
const maxDecodings = 4;

/**
 * Names that a caller must not send: those of parameters that the user's rules fix or hide, and of credentials. A name is
 * compared as servers read it: decoded, in any case and Unicode form, and with its notation for lists and members, so that
 * `tenant[]`, `tenant[0]`, `TENANT` and `ten%61nt` are all `tenant`.
 */
export class ReservedNames {
  /** The names as they are declared, by each of their forms. */
  readonly #names = new Map<string, string>();
  /** The same by the forms of the objects that they are members of: `filter` for `filter[tenant]`. */
  readonly #parents = new Map<string, string>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const parts = partsOf(name);
      this.#names.set(keyOf(parts), name);
      this.#names.set(variableOf(name), name);
      for (let end = 1; end < parts.length; end++) {
        this.#parents.set(keyOf(parts.slice(0, end)), name);
      }
    }
  }

  /** Returns the reserved name that is the same as a parameter's, whatever its notation. */
  sameAs(name: string): string | undefined {
    return this.#names.get(keyOf(partsOf(name))) ?? this.#names.get(variableOf(name));
  }

  /**
   * Refuses a name that a value would write.
   *
   * @param written may be percent-encoded
   * @param own the name of the parameter itself, below which it may write other names
   * @throws ToolError that says which name is reserved
   */
  refuse(written: string, arg: string, own?: string): void {
    const name = decoded(written);
    const parts = partsOf(name);
    const isOwn = own !== undefined && keyOf(parts) === keyOf(partsOf(own));
    const found = isOwn ? undefined : this.#found(name, parts);
    const reserved = found ?? unsafePart(parts);
    if (reserved === undefined) return;
    const what = name === arg ? "" : ` would write ${quoted(name)} and`;
    throw new ToolError(
      `The argument ${quoted(arg)}${what} can't be sent, because the name ${quoted(reserved)} is reserved: this server sets it itself, or never sends it. Leave it out.`,
    );
  }

  #found(name: string, parts: readonly string[]): string | undefined {
    for (let end = 1; end <= parts.length; end++) {
      const found = this.#names.get(keyOf(parts.slice(0, end)));
      if (found !== undefined) return found;
    }
    return this.#parents.get(keyOf(parts)) ?? this.#names.get(variableOf(name));
  }
}

/** Returns a name behind which a careless server changes all of its objects, those with a reserved name included. */
function unsafePart(parts: readonly string[]): string | undefined {
  if (parts.includes("__proto__")) return "__proto__";
  return parts.some((part, at) => part === "constructor" && parts[at + 1] === "prototype")
    ? "constructor"
    : undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** Decodes a name as a query or form, as often as it is encoded. */
function decoded(written: string): string {
  let name = written.replaceAll("+", " ");
  for (let round = 0; round < maxDecodings; round++) {
    const next = decodePercent(name);
    if (next === name) break;
    name = next;
  }
  return name;
}

/** Some frameworks ignore case, and databases behind them compare compatibility forms as equal. */
function folded(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .toLowerCase();
}

/** Splits `a[b][]` and `a.b` into their parts, without the empty ones. */
function partsOf(name: string): readonly string[] {
  return folded(name)
    .split(/[[\].]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function keyOf(parts: readonly string[]): string {
  return parts.join("\0");
}

/** Writes a name as PHP does for a variable: dots, spaces and a bracket without its partner become `_`. */
function variableOf(name: string): string {
  return `$${folded(name)
    .trim()
    .replace(/[.\s[]/g, "_")}`;
}
