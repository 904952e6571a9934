import { decodePercent } from "../../protocol/text/percent-encoding.js";
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

/** A client certificate and its key, for TLS connections to the API. */
export interface ClientCertificate {
  /** The options of `node:tls`. */
  readonly settings: TlsSettings;
  /** Returns an agent of `node:https` that presents it, always the same. */
  agent(): Promise<import("node:https").Agent>;
}

/** In the format PEM. */
export interface TlsSettings {
  readonly cert: string;
  readonly key: string;
  /** The issuer of the API's own certificate. */
  readonly ca?: string;
  readonly passphrase?: string;
}

export const noCredentials: Credentials = { headers: [], query: [], cookies: [], secrets: [] };

/** Whether a written pair, of a query or a cookie, has the name of one of the credentials. */
export function isOneOf(pairs: Credentials["query"], pair: string): boolean {
  const written = pair.split("=", 1)[0]!;
  return pairs.some(([name]) => written === name || decodePercent(written) === decodePercent(name));
}
