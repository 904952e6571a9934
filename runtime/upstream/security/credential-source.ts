import { ToolError } from "../../protocol/tool-error.js";
import type { Api } from "../../contract/api.js";
import { noCredentials, type Credentials } from "../credentials.js";
import { variable, type Environment } from "../../contract/environment.js";
import type { Operation } from "../../contract/operation.js";
import { alternativesOf, chooseAlternative, type ChosenScheme } from "./choose-alternative.js";
import type { ClientCertificate, MutualTlsScheme } from "./client-certificate.js";
import { headerOf, type ForwardedHeaders } from "./forwarded-headers.js";
import { bearerCredentials, givenCredentials, mergeCredentials } from "./given-credentials.js";
import type { OAuthClient } from "./oauth/oauth-client.js";
import type { SupportedScheme } from "../../contract/credential-methods.js";
import type { Token, TokenCache } from "./token-cache.js";

/** Where credentials come from. */
export interface CredentialSettings {
  readonly env: Environment;
  /** Replaces the servers' URL; URLs of token endpoints may be relative to it. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** What to run to log in. */
  readonly loginCommand?: string | undefined;
}

/** What an operation needs, decided once all of it is there. */
interface Plan {
  /** What stays the same. */
  readonly fixed: Credentials;
  readonly caches: readonly TokenCache[];
  /** The credentials of the tokens that were in use last. */
  latest?: { readonly tokens: readonly Token[]; readonly credentials: Credentials };
}

const nobody: ForwardedHeaders = {};

/** What credentials with tokens are made of. */
const madeOf = new WeakMap<
  Credentials,
  { readonly plan: Plan; readonly tokens: readonly Token[] }
>();

/** The credentials of an API's operations: from the environment, from OAuth, from the caller. */
export class CredentialSource {
  readonly #api: Api;
  readonly #settings: CredentialSettings;
  readonly #plans = new WeakMap<Operation, Plan>();
  readonly #certificates = new Map<MutualTlsScheme, Promise<ClientCertificate>>();
  #client: Promise<OAuthClient> | undefined;

  constructor(api: Api, settings: CredentialSettings) {
    this.#api = api;
    this.#settings = settings;
  }

  /**
   * The credentials of a call: those of the operation's first alternative that can be satisfied. Without a promise
   * unless something must be fetched.
   *
   * @param forwarded headers of this caller; what is made of them is kept for nobody else
   * @throws ToolError that names the missing variables or the token endpoint that failed; it never shows a value.
   */
  credentialsFor(
    operation: Operation,
    forwarded: ForwardedHeaders = nobody,
  ): Credentials | Promise<Credentials> {
    const isPlain = !Object.keys(forwarded).some((name) => this.#isKeyHeader(operation, name));
    const known = isPlain ? this.#plans.get(operation) : undefined;
    if (known) return use(known);
    if (this.#asksForTokens(operation)) return this.#decideLater(operation, forwarded);
    const chosen = this.#choose(operation, forwarded);
    if (chosen.some(({ scheme }) => scheme.type === "mutualTLS")) {
      return this.#decideLater(operation, forwarded);
    }
    const fixed = mergeCredentials(chosen.map((each) => this.#given(each, forwarded)));
    return this.#keep(operation, { fixed, caches: [] }, isPlain).fixed;
  }

  /**
   * Other credentials than those the API refused with 401; undefined when there are none.
   *
   * @throws ToolError when no other token could be got
   */
  async renewed(refused: Credentials): Promise<Credentials | undefined> {
    const made = madeOf.get(refused);
    if (made === undefined) return undefined;
    const { plan, tokens } = made;
    const replaced = await Promise.all(plan.caches.map((cache, i) => cache.replace(tokens[i]!)));
    if (replaced.some((token) => token === undefined)) return undefined;
    return assemble(plan, replaced as readonly Token[]);
  }

  async #decideLater(operation: Operation, forwarded: ForwardedHeaders): Promise<Credentials> {
    const client = this.#asksForTokens(operation) ? await this.#oauth() : undefined;
    const isLoggedIn = (scheme: SupportedScheme) =>
      scheme.type === "oauth2" && client !== undefined && client.isLoggedIn(scheme);
    const chosen = this.#choose(operation, forwarded, isLoggedIn);
    const fixed: Credentials[] = [];
    const caches: TokenCache[] = [];
    for (const each of chosen) {
      const { scheme, method, scopes } = each;
      if (
        scheme.type === "oauth2" &&
        client &&
        method.kind !== "given" &&
        method.kind !== "forwarded"
      ) {
        caches.push(client.tokens(scheme, method.kind, scopes));
      } else if (scheme.type === "mutualTLS") {
        fixed.push({ ...noCredentials, certificate: await this.#certificateOf(scheme) });
      } else fixed.push(this.#given(each, forwarded));
    }
    const isPlain = chosen.every(({ method }) => method.kind !== "forwarded");
    return use(this.#keep(operation, { fixed: mergeCredentials(fixed), caches }, isPlain));
  }

  #choose(
    operation: Operation,
    forwarded: ForwardedHeaders,
    isLoggedIn: (scheme: SupportedScheme) => boolean = () => false,
  ): readonly ChosenScheme[] {
    const { env, loginCommand = "this server's program with the word login" } = this.#settings;
    const isForwarded = (header: string) => headerOf(forwarded, header) !== undefined;
    const situation = { env, isLoggedIn, isForwarded, loginCommand };
    const choice = chooseAlternative(this.#api, operation, situation);
    if ("chosen" in choice) return choice.chosen;
    throw new ToolError(`A credential is missing, nothing was sent. ${choice.lacks.join(" Or: ")}`);
  }

  #given({ scheme, method }: ChosenScheme, forwarded: ForwardedHeaders): Credentials {
    if (method.kind !== "forwarded") return givenCredentials(scheme, this.#settings.env);
    // It is sent as every forwarded header is.
    const value = headerOf(forwarded, method.header);
    return value === undefined ? noCredentials : { ...noCredentials, secrets: [{ text: value }] };
  }

  #keep(operation: Operation, plan: Plan, isPlain: boolean): Plan {
    if (!isPlain) return plan;
    // Calls that came together decide together.
    const known = this.#plans.get(operation) ?? plan;
    this.#plans.set(operation, known);
    return known;
  }

  /** Whether a scheme of the operation has more ways than a token that is given. */
  #asksForTokens(operation: Operation): boolean {
    const schemes = this.#schemesOf(operation);
    return schemes.some(
      (each) => each.type === "oauth2" && variable(this.#settings.env, each.env) === undefined,
    );
  }

  #isKeyHeader(operation: Operation, name: string): boolean {
    return this.#schemesOf(operation).some(
      (each) => each.type === "apiKey" && each.in === "header" && each.name.toLowerCase() === name,
    );
  }

  #schemesOf(operation: Operation): NonNullable<Api["securitySchemes"]>[string][] {
    const { securitySchemes = {} } = this.#api;
    return alternativesOf(this.#api, operation)
      .flatMap((alternative) => Object.keys(alternative))
      .flatMap((name) => (Object.hasOwn(securitySchemes, name) ? [securitySchemes[name]!] : []));
  }

  #certificateOf(scheme: MutualTlsScheme): Promise<ClientCertificate> {
    const known = this.#certificates.get(scheme);
    if (known !== undefined) return known;
    const read = import("./client-certificate.js").then(({ readClientCertificate }) =>
      readClientCertificate(scheme, this.#settings.env),
    );
    this.#certificates.set(scheme, read);
    // The files may be there when the next call looks.
    read.catch(() => this.#certificates.delete(scheme));
    return read;
  }

  #oauth(): Promise<OAuthClient> {
    return (this.#client ??= import("./oauth/oauth-client.js").then(
      ({ OAuthClient }) => new OAuthClient(this.#api, this.#settings),
    ));
  }
}

function use(plan: Plan): Credentials | Promise<Credentials> {
  if (plan.caches.length === 0) return plan.fixed;
  const tokens = plan.caches.map((cache) => cache.current());
  const ready = tokens.flatMap((token) => (token instanceof Promise ? [] : [token]));
  if (ready.length === tokens.length) return assemble(plan, ready);
  return Promise.all(tokens).then((all) => assemble(plan, all));
}

function assemble(plan: Plan, tokens: readonly Token[]): Credentials {
  const { latest } = plan;
  if (latest && latest.tokens.every((token, i) => token === tokens[i])) return latest.credentials;
  const credentials = mergeCredentials([
    plan.fixed,
    ...tokens.map(({ value, secrets }) => ({
      ...bearerCredentials(value),
      secrets: [{ text: value }, ...secrets],
    })),
  ]);
  madeOf.set(credentials, { plan, tokens });
  plan.latest = { tokens, credentials };
  return credentials;
}
