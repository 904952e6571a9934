import type { ClientCertificate } from "./security/client-certificate.js";
import type { Secret } from "./redactor.js";

/** What a request carries to prove who sends it. */
export interface Credentials {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Encoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Encoded. */
  readonly cookies: readonly (readonly [name: string, value: string])[];
  /** What must not be shown to anyone. */
  readonly secrets: readonly Secret[];
  /** Shown to the API when the connection is made. */
  readonly certificate?: ClientCertificate;
}

export const noCredentials: Credentials = { headers: [], query: [], cookies: [], secrets: [] };
