/** Variables in configurations: of VS Code and Cursor, and of Claude Code. */
import path from "node:path";
import type { ConfigDocument } from "./config-document.js";
import type { ConfigInputs } from "./config-inputs.js";
import type { PlacedText } from "./config-values.js";

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined if neither the caller nor a file tells it. */
  readonly workspaceFolder: string | undefined;
  readonly userHome: string;
}

const reference = /\$\{([^}]*)\}/g;
/** A fallback without braces: where one with braces would end can't be told. */
const ofEnvironment = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([^{]*))?$/;

/** Replaces variables once: what they hold is never read for variables, and no shell sees it. */
export class Expander {
  readonly #document: ConfigDocument;
  readonly #inputs: ConfigInputs;
  readonly #surroundings: Surroundings;

  constructor(document: ConfigDocument, inputs: ConfigInputs, surroundings: Surroundings) {
    this.#document = document;
    this.#inputs = inputs;
    this.#surroundings = surroundings;
  }

  /** Returns the text with each variable replaced. A variable without value is a problem. */
  async expand(given: PlacedText): Promise<string> {
    const { text } = given;
    let expanded = "";
    let from = 0;
    for (const match of text.matchAll(reference)) {
      expanded += text.slice(from, match.index) + ((await this.#value(match[1]!, given)) ?? "");
      from = match.index + match[0].length;
    }
    return expanded + text.slice(from);
  }

  async expandMap(given: ReadonlyMap<string, PlacedText>): Promise<Record<string, string>> {
    const entries: [string, string][] = [];
    for (const [name, text] of given) entries.push([name, await this.expand(text)]);
    return Object.fromEntries(entries);
  }

  async #value(name: string, given: PlacedText): Promise<string | undefined> {
    if (name.startsWith("input:")) return this.#inputs.answer(name.slice(6), given.at);
    if (name.startsWith("env:")) return this.#variable(name.slice(4), undefined, given);
    const { workspaceFolder, userHome } = this.#surroundings;
    switch (name) {
      case "userHome":
        return userHome;
      case "pathSeparator":
      case "/":
        return path.sep;
      case "workspaceFolder":
      case "workspaceFolderBasename":
        if (workspaceFolder === undefined) {
          const message = `There is no folder for "\${${name}}": give readServers a \`workspaceFolder\`.`;
          this.#document.problem(given.at, message);
          return undefined;
        }
        return name === "workspaceFolder" ? workspaceFolder : path.basename(workspaceFolder);
    }
    const [, variable, fallback] = ofEnvironment.exec(name) ?? [];
    if (variable !== undefined) return this.#variable(variable, fallback, given);
    // What follows the name may be a secret.
    const shown = name.split(":-")[0]!.slice(0, 60);
    this.#document.problem(given.at, `The variable "${shown}" is not known here, or is nested.`);
    return undefined;
  }

  /** With a fallback, an empty variable counts as unset, as in the shells that the notation is from. */
  #variable(name: string, fallback: string | undefined, given: PlacedText): string | undefined {
    const { env } = this.#surroundings;
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (fallback !== undefined) return value === undefined || value === "" ? fallback : value;
    if (value !== undefined) return value;
    this.#document.problem(given.at, `The environment variable "${name}" is not set.`);
    return undefined;
  }
}
