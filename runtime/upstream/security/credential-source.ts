import { ToolError } from "../../protocol/tool-error.js";
import type { Api } from "../../contract/api.js";
import { noCredentials, type ClientCertificate, type Credentials } from "../request/credentials.js";
import { resolveServerUrl } from "../request/servers.js";
import { variable } from "../../contract/environment.js";
import type { Operation } from "../../contract/operation.js";
import {
  alternativesOf,
  chooseAlternative,
  type ChosenScheme,
  type Situation,
} from "./choose-alternative.js";
import type { MutualTlsScheme } from "./client-certificate.js";
import { defaultLoginCommand, type CredentialSettings } from "./credential-settings.js";
import { headerOf, type ForwardedHeaders } from "./forwarded-headers.js";
import { bearerCredentials, givenCredentials, mergeCredentials } from "./given-credentials.js";
import type { OAuthClient } from "./oauth/oauth-client.js";
import type { SupportedScheme } from "../../contract/credential-methods.js";
import type { Token, TokenCache } from "../../oauth/tokens/token-cache.js";

/** The chosen credentials of an operation. */
interface Plan {
  /** The credentials that never change. */
  readonly fixed: Credentials;
  readonly caches: readonly TokenCache[];
  /** The credentials made of the latest tokens. */
  latest?: { readonly tokens: readonly Token[]; readonly credentials: Credentials };
}

const noHeaders: ForwardedHeaders = {};

/** The plan and the tokens that credentials are made of. */
const madeOf = new WeakMap<
  Credentials,
  { readonly plan: Plan; readonly tokens: readonly Token[] }
>();

/** Provides the credentials of an API's operations, from the environment, OAuth or the caller's headers. */
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
   * Returns the credentials of the operation's first alternative that can be satisfied. Returns a promise only if
   * something must be loaded or fetched.
   *
   * @param forwarded headers of this caller; credentials made of them are not reused for other callers
   * @throws ToolError that names the missing variables or the token endpoint that failed, but no value
   */
  credentialsFor(
    operation: Operation,
    forwarded: ForwardedHeaders = noHeaders,
  ): Credentials | Promise<Credentials> {
    const isPlain = !Object.keys(forwarded).some((name) => this.#isKeyHeader(operation, name));
    const known = isPlain ? this.#plans.get(operation) : undefined;
    if (known) return use(known);
    if (this.#needsToken(operation)) return this.#loadPlan(operation, forwarded);
    const chosen = this.#choose(operation, forwarded);
    if (chosen.some(({ scheme }) => scheme.type === "mutualTLS")) {
      return this.#loadPlan(operation, forwarded);
    }
    const fixed = mergeCredentials(chosen.map((each) => this.#given(each, forwarded)));
    return this.#keep(operation, { fixed, caches: [] }, isPlain).fixed;
  }

  /**
   * Returns other credentials than those the API refused with 401; undefined when there are none.
   *
   * @throws ToolError when no other token is granted
   */
  async renewed(refused: Credentials): Promise<Credentials | undefined> {
    const made = madeOf.get(refused);
    if (made === undefined) return undefined;
    const { plan, tokens } = made;
    const replaced = await Promise.all(plan.caches.map((cache, i) => cache.replace(tokens[i]!)));
    if (replaced.some((token) => token === undefined)) return undefined;
    return assemble(plan, replaced as readonly Token[]);
  }

  async #loadPlan(operation: Operation, forwarded: ForwardedHeaders): Promise<Credentials> {
    const client = this.#needsToken(operation) ? await this.#oauth() : undefined;
    const isLoggedIn = (scheme: SupportedScheme) =>
      scheme.type === "oauth2" && client !== undefined && client.isLoggedIn(scheme);
    const hasOldLogin = (scheme: SupportedScheme) =>
      scheme.type === "oauth2" && client !== undefined && client.hasOldLogin(scheme);
    const chosen = this.#choose(operation, forwarded, { isLoggedIn, hasOldLogin });
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
        if (method.kind === "login") client.checkLoginOrigin(scheme, this.#originOf(operation));
        caches.push(client.tokens(scheme, method.kind, scopes));
      } else if (scheme.type === "mutualTLS") {
        fixed.push({ ...noCredentials, certificate: await this.#certificateOf(scheme) });
      } else fixed.push(this.#given(each, forwarded));
    }
    const isPlain = chosen.every(({ method }) => method.kind !== "forwarded");
    return use(this.#keep(operation, { fixed: mergeCredentials(fixed), caches }, isPlain));
  }

  #originOf({ request }: Operation): string {
    const { baseUrl, env } = this.#settings;
    return resolveServerUrl(this.#api, request, baseUrl, env).origin;
  }

  #choose(
    operation: Operation,
    forwarded: ForwardedHeaders,
    logins: Pick<Situation, "isLoggedIn" | "hasOldLogin"> = { isLoggedIn: () => false },
  ): readonly ChosenScheme[] {
    const { env, loginCommand = defaultLoginCommand } = this.#settings;
    const isForwarded = (header: string) => headerOf(forwarded, header) !== undefined;
    const situation = { ...logins, env, isForwarded, loginCommand };
    const choice = chooseAlternative(this.#api, operation, situation);
    if (choice.ok) return choice.chosen;
    throw new ToolError(
      `A credential is missing, so nothing was sent. ${choice.lacks.join(" Or: ")}`,
    );
  }

  #given({ scheme, method }: ChosenScheme, forwarded: ForwardedHeaders): Credentials {
    if (method.kind !== "forwarded") return givenCredentials(scheme, this.#settings.env);
    // The header itself is sent with the other forwarded headers.
    const value = headerOf(forwarded, method.header);
    return value === undefined ? noCredentials : { ...noCredentials, secrets: [{ text: value }] };
  }

  #keep(operation: Operation, plan: Plan, isPlain: boolean): Plan {
    if (!isPlain) return plan;
    // Concurrent first calls share the plan that was stored first.
    const known = this.#plans.get(operation) ?? plan;
    this.#plans.set(operation, known);
    return known;
  }

  /** Whether a scheme of the operation may need a token from an authorization server. */
  #needsToken(operation: Operation): boolean {
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
    // Read again with the next call: the files may exist by then.
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
  const pending = tokens.map((token) => Promise.resolve(token));
  return Promise.all(pending).then((all) => assemble(plan, all));
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
