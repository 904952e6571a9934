import type { ApiGuards } from "../exchange/api-guards.js";
import type { Secret } from "../../protocol/text/redactor.js";

/** What authenticates a request. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Encoded. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
  /** Texts that must not appear in any output. */
  readonly secrets: readonly Secret[];
  /** Presented to the API in the TLS handshake. */
  readonly certificate?: ClientCertificate;
}

/** Connects to the API with a client certificate. */
export interface ClientCertificate {
  /**
   * Returns a fetch that presents the certificate to the origin of `url` only.
   *
   * @throws ToolError when the URL is not https
   */
  fetchFor(url: string, guards: ApiGuards): typeof globalThis.fetch;
}

export const noCredentials: Credentials = { headers: [], query: [], cookies: [], secrets: [] };
