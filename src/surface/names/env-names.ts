import type { Diagnostic, Place } from "../../diagnostics/diagnostic.js";
import { nearest } from "../../diagnostics/nearest.js";
import { nameLimit, reserveName, withHash, withoutAccents } from "./names.js";

/** Starts the name of every environment variable that a document has a say in. No other software, and no setting of our own, uses it. */
const documentSpace = "MCP_CODEGEN_";

/** An environment variable that the user names, and where; without a place, on the command line. */
export interface MappedVariable {
  /** `apiKeyAuth`, `login.password`, `baseUrl` or the default name of a variable. */
  readonly name: string;
  readonly variable: string;
  readonly place?: Place;
}

/**
 * Reserves names of environment variables: unique, `^MCP_CODEGEN_[A-Z0-9_]+$`, unless the user names another variable. A document
 * chooses its title and the names of its schemes, so without a space of their own it could name the variables of other programs,
 * such as `AWS_SECRET_ACCESS_KEY`.
 */
export class EnvNames {
  readonly #prefix: string;
  readonly #taken = new Set<string>();
  readonly #mapped: readonly MappedVariable[];
  /** The names that a user can map: `apiKeyAuth`, `login.password`, and the default names of variables. */
  readonly #known = new Set<string>();

  /** @param mapped for a name that is mapped twice, the last counts */
  constructor(apiName: string, mapped: readonly MappedVariable[] = []) {
    this.#prefix = apiName.replaceAll("-", "_").toUpperCase();
    this.#mapped = mapped;
  }

  /** `apiKeyAuth` → `MCP_CODEGEN_PETSTORE_API_KEY_AUTH`; a name that already starts with the API's does not repeat it. */
  take(name: string, suffix = ""): string {
    const words = withoutAccents(name)
      .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "");
    const short = words.length > nameLimit ? withHash(words, name).toUpperCase() : words;
    const own = `${short || "AUTH"}${suffix}`;
    const full = own.startsWith(`${this.#prefix}_`) ? own : `${this.#prefix}_${own}`;
    const variable = reserveName(`${documentSpace}${full}`, this.#taken);
    const key = suffix === "" ? name : `${name}.${camelCase(suffix)}`;
    // A server variable with the name of a scheme must not get what the user named for the scheme, which takes names first.
    const names = this.#known.has(key) ? [variable] : [variable, key];
    for (const each of names) this.#known.add(each);
    return this.#mapped.findLast((each) => names.includes(each.name))?.variable ?? variable;
  }

  /** Reports the names that are mapped although nothing has them. */
  unknown(): readonly Diagnostic[] {
    return this.#mapped
      .filter(({ name }) => !this.#known.has(name))
      .map(({ name, variable, place }) => {
        const likely = nearest(name, this.#known);
        return {
          code: "env-unknown",
          severity: "error",
          message: `The environment variable ${variable} is for ${JSON.stringify(name.slice(0, 80))}, but no scheme or server variable has that name.`,
          hint:
            likely === undefined
              ? `The names are: ${[...this.#known]
                  .filter((each) => !each.startsWith(documentSpace))
                  .slice(0, 20)
                  .join(", ")}.`
              : `Did you mean ${likely}?`,
          ...(place === undefined ? {} : { place }),
        };
      });
  }
}

/** `_CLIENT_ID` → `clientId` */
function camelCase(suffix: string): string {
  return suffix
    .slice(1)
    .toLowerCase()
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
