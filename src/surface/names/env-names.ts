import { reserveName, withoutAccents } from "./names.js";

/** Reserves names of environment variables: unique, `^[A-Z][A-Z0-9_]*$`, starting with the API's name. */
export class EnvNames {
  readonly #prefix: string;
  readonly #taken = new Set<string>();

  constructor(apiName: string) {
    this.#prefix = apiName.replaceAll("-", "_").toUpperCase();
  }

  /** `apiKeyAuth` → `PETSTORE_API_KEY_AUTH`; a name that already starts with the API's gets no prefix. */
  take(name: string, suffix = ""): string {
    const words = withoutAccents(name)
      .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "");
    const own = `${words || "AUTH"}${suffix}`;
    const full = own.startsWith(`${this.#prefix}_`) ? own : `${this.#prefix}_${own}`;
    return reserveName(full, this.#taken);
  }
}
