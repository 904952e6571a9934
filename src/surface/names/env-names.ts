import { nameLimit, reserveName, withHash, withoutAccents } from "./names.js";

/** Starts the name of every environment variable that a document has a say in. No other software, and no setting of our own, uses it. */
const documentSpace = "MCP_CODEGEN_";

/**
 * Reserves names of environment variables: unique, `^MCP_CODEGEN_[A-Z0-9_]+$`. A document chooses its title and the names of its
 * schemes, so without a space of their own it could name the variables of other programs, such as `AWS_SECRET_ACCESS_KEY`.
 */
export class EnvNames {
  readonly #prefix: string;
  readonly #taken = new Set<string>();

  constructor(apiName: string) {
    this.#prefix = apiName.replaceAll("-", "_").toUpperCase();
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
    return reserveName(`${documentSpace}${full}`, this.#taken);
  }
}
