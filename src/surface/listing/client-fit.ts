import { adaptSchema } from "../../../runtime/contract/adapt-schema.js";
import type { ListingRules } from "../../../runtime/contract/listing-rules.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { RoutedOperation } from "../../routes/decision.js";
import { clientRules, type ClientName, type ClientRules } from "./client-rules.js";
import type { Definitions } from "../schema/definitions.js";
import { wholeInput, type ListedTool } from "./list-size.js";
import { withHash } from "../names/names.js";
import type { KeepsName } from "../names/renames.js";

/** Lower bound of the maximum length; shorter names would be unreadable. */
const minNameLimit = 24;

/** Fits a list to the rules of one client, and reports what was lost. */
export class ClientFit {
  readonly #client: ClientName;
  readonly #rules: ClientRules;
  readonly #maxName: number;
  readonly #shortened: string[] = [];
  readonly #tooLong: string[] = [];

  /** @param server name of the server, unless the client's user chooses another */
  constructor(client: ClientName, server: string) {
    this.#client = client;
    this.#rules = clientRules[client];
    const prefix = (this.#rules.prefix ?? "").replace("{server}", server);
    this.#maxName = Math.max(minNameLimit, this.#rules.maxName - prefix.length);
  }

  get listing(): ListingRules | undefined {
    return this.#rules.listing;
  }

  /**
   * Replaces the ends of names that are too long by a hash of the whole name. Names given by the user stay, as do those
   * of unlisted operations, which clients see only as an argument.
   */
  fitNames<One extends RoutedOperation & KeepsName & { readonly name: string }>(
    named: readonly One[],
    unlisted: ReadonlySet<string> = new Set(),
  ): readonly One[] {
    const taken = new Set(named.map(({ name }) => name));
    return named.map((one) => {
      const { operation, decision, keptName, name } = one;
      if (name.length <= this.#maxName || unlisted.has(operation.key)) return one;
      if (decision.name === name || keptName === name) {
        this.#tooLong.push(name);
        return one;
      }
      let short = withHash(name, name, this.#maxName);
      for (let salt = `${name}'`; taken.has(short); salt += "'") {
        short = withHash(name, salt, this.#maxName);
      }
      taken.add(short);
      this.#shortened.push(`${name} is ${short}`);
      return { ...one, name: short };
    });
  }

  /** Lowers the limits of texts to the client's. */
  fitLimits<Limits extends { readonly descriptionLimit: number }>(limits: Limits): Limits {
    const { maxDescription = Infinity } = this.#rules;
    return { ...limits, descriptionLimit: Math.min(limits.descriptionLimit, maxDescription) };
  }

  /** Reports what the client can't show. */
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
              `${this.#client} does not support all keywords in the schemas of ${counted(lost.tools, "tool")}: ${lost.keywords.join(", ")}.`,
              "They are listed without these keywords; calls are still validated against the full schemas.",
            ),
          ]
        : []),
      ...(this.#shortened.length > 0
        ? [
            warn(
              `Shortened ${counted(this.#shortened.length, "name")} that ${this.#client} would reject as too long: ${some(this.#shortened)}.`,
              "A route map can give shorter names; --name shortens the server's name, which is a part of them.",
            ),
          ]
        : []),
      ...(this.#tooLong.length > 0
        ? [
            warn(
              `${this.#client} accepts names of up to ${this.#maxName} characters; longer ones from the route map were kept: ${some(this.#tooLong)}.`,
              "The client may leave out these tools.",
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
