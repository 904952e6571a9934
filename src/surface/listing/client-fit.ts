import { adaptSchema } from "../../../runtime/contract/adapt-schema.js";
import type { ListingRules } from "../../../runtime/contract/listing-rules.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { RoutedOperation } from "../../routes/decision.js";
import { clientRules, type ClientName, type ClientRules } from "./client-rules.js";
import type { Definitions } from "../schema/definitions.js";
import { wholeInput, type ListedTool } from "./list-size.js";
import { withHash } from "../names/names.js";

/** Shorter names would tell nothing. */
const leastName = 24;

/** Makes a list fit what one client takes, and says what that cost. */
export class ClientFit {
  readonly #client: ClientName;
  readonly #rules: ClientRules;
  readonly #maxName: number;
  readonly #shortened: string[] = [];
  readonly #tooLong: string[] = [];

  /** @param server What the server is called, as long as the user of the client calls it nothing else. */
  constructor(client: ClientName, server: string) {
    this.#client = client;
    this.#rules = clientRules[client];
    const prefix = (this.#rules.prefix ?? "").replace("{server}", server);
    this.#maxName = Math.max(leastName, this.#rules.maxName - prefix.length);
  }

  get listing(): ListingRules | undefined {
    return this.#rules.listing;
  }

  /**
   * The names, those that are too long with a hash of the whole in the place of their ends; the user's own stay, and
   * those of operations that are not listed, which clients see as an argument.
   */
  fitNames(
    names: readonly string[],
    operations: readonly RoutedOperation[],
    unlisted: ReadonlySet<string> = new Set(),
  ): readonly string[] {
    const taken = new Set(names);
    return names.map((name, index) => {
      const { operation, decision } = operations[index] ?? {};
      if (name.length <= this.#maxName || unlisted.has(operation?.key ?? "")) return name;
      if (decision?.name === name) {
        this.#tooLong.push(name);
        return name;
      }
      let short = withHash(name, name, this.#maxName);
      for (let salt = `${name}'`; taken.has(short); salt += "'") {
        short = withHash(name, salt, this.#maxName);
      }
      taken.add(short);
      this.#shortened.push(`${name} is ${short}`);
      return short;
    });
  }

  /** Limits of texts within the client's own. */
  fitLimits<Limits extends { readonly descriptionLimit: number }>(limits: Limits): Limits {
    const { maxDescription = Infinity } = this.#rules;
    return { ...limits, descriptionLimit: Math.min(limits.descriptionLimit, maxDescription) };
  }

  /** What the client is shown less of. */
  report(tools: readonly ListedTool[], inputs: Definitions): readonly Diagnostic[] {
    const warn = (message: string, hint: string): Diagnostic => ({
      code: "client-limited",
      severity: "warning",
      message,
      hint,
    });
    const lost = this.#lost(tools, inputs);
    return [
      ...(lost.tools > 0
        ? [
            warn(
              `${this.#client} does not take all that the schemas of ${counted(lost.tools, "tool")} say: ${lost.keywords.join(", ")}.`,
              "It is listed without; calls are checked against the whole schemas all the same.",
            ),
          ]
        : []),
      ...(this.#shortened.length > 0
        ? [
            warn(
              `${counted(this.#shortened.length, "name")} longer than ${this.#client} takes, and so shortened: ${some(this.#shortened)}.`,
              "A route map can give shorter ones; --name shortens the server's, which is a part of them.",
            ),
          ]
        : []),
      ...(this.#tooLong.length > 0
        ? [
            warn(
              `${this.#client} takes names of ${this.#maxName} characters; longer ones are kept as the route map has them: ${some(this.#tooLong)}.`,
              "Such tools may be left out by the client.",
            ),
          ]
        : []),
    ];
  }

  #lost(
    tools: readonly ListedTool[],
    inputs: Definitions,
  ): { readonly tools: number; readonly keywords: readonly string[] } {
    const { listing } = this.#rules;
    const keywords = new Set<string>();
    let count = 0;
    if (!listing) return { tools: 0, keywords: [] };
    for (const { facts, inputUses } of tools) {
      if (facts.expose.as !== "tool") continue;
      const { lost } = adaptSchema(wholeInput(facts.input, inputUses, inputs), listing);
      if (lost.size > 0) count += 1;
      for (const keyword of lost) keywords.add(keyword);
    }
    return { tools: count, keywords: [...keywords].sort() };
  }
}

function counted(count: number, what: string): string {
  return count === 1 ? `one ${what}` : `${count} ${what}s`;
}

function some(texts: readonly string[]): string {
  const rest = texts.length - 3;
  return texts.slice(0, 3).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
