import { defined } from "../../protocol/defined.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import type { ClientAuthenticationMethod } from "../../oauth/client-credentials.js";

/** What a server said when it registered this client. */
export interface Registration {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly authenticationMethod?: ClientAuthenticationMethod;
  readonly redirectUri: string;
  /** When the secret ends, in milliseconds since 1970. */
  readonly secretExpiresAt?: number;
}

/** Programs that share a store may use as many redirects at one issuer; one more forgets the oldest. */
const mostRegistrations = 16;

const methods: readonly ClientAuthenticationMethod[] = [
  "client_secret_basic",
  "client_secret_post",
  "none",
];

export function methodIn(value: unknown): ClientAuthenticationMethod | undefined {
  return methods.find((each) => each === value);
}

/** Returns the registrations in a record of the store whose secrets have not ended, the latest last. */
export function storedRegistrations(record: JsonObject | undefined): readonly Registration[] {
  const list = record && member(record, "registrations");
  if (!Array.isArray(list)) return [];
  return list
    .flatMap((each) => storedRegistration(each) ?? [])
    .filter(({ secretExpiresAt }) => (secretExpiresAt ?? Infinity) > Date.now());
}

export function registrationsJson(registrations: readonly Registration[]): JsonObject {
  return { registrations: registrations.slice(-mostRegistrations) };
}

function storedRegistration(value: unknown): Registration | undefined {
  if (!isObject(value)) return undefined;
  const text = (name: string): string | undefined => {
    const found = member(value, name);
    return typeof found === "string" && found !== "" ? found : undefined;
  };
  const [clientId, redirectUri] = [text("clientId"), text("redirectUri")];
  const secretExpiresAt = member(value, "secretExpiresAt");
  if (clientId === undefined || redirectUri === undefined) return undefined;
  return {
    clientId,
    redirectUri,
    ...defined({
      clientSecret: text("clientSecret"),
      authenticationMethod: methodIn(member(value, "authenticationMethod")),
      secretExpiresAt: typeof secretExpiresAt === "number" ? secretExpiresAt : undefined,
    }),
  };
}
