import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { SecurityScheme } from "../../contract/api.js";
import { variable, type Environment } from "../../contract/environment.js";
import { nodeFetch } from "../exchange/node-fetch.js";

type HttpsAgent = import("node:https").Agent;

export type MutualTlsScheme = SecurityScheme & { readonly type: "mutualTLS" };

/** Connects to the API with a client certificate. */
export interface ClientCertificate {
  /**
   * A fetch that shows the certificate to the origin of `url` and to no other.
   *
   * @throws ToolError when the URL has no TLS
   */
  fetchFor(url: string): typeof globalThis.fetch;
}

/**
 * Reads a client certificate and its key from the files that the environment names. Needs Node.
 *
 * @throws ToolError that names the variable when a file can't be read or does not hold what it should
 * @see OpenAPI 3.2 Security Scheme Object, `mutualTLS`
 */
export async function readClientCertificate(
  scheme: MutualTlsScheme,
  env: Environment,
): Promise<ClientCertificate> {
  const [cert, key] = await Promise.all([
    readNamed(scheme.certEnv, env),
    readNamed(scheme.keyEnv, env),
  ]);
  const ca = variable(env, scheme.caEnv) && (await readNamed(scheme.caEnv, env));
  const passphrase = variable(env, scheme.passphraseEnv);
  const settings = {
    cert,
    key,
    ...defined({ ca: ca ? ca : undefined, passphrase: passphrase ? passphrase : undefined }),
  };
  const [{ createSecureContext }, https] = await Promise.all([
    import("node:tls"),
    import("node:https"),
  ]);
  try {
    createSecureContext(settings);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "no PEM";
    throw new ToolError(
      `The files that ${scheme.certEnv} and ${scheme.keyEnv} name are no certificate and its key (${code}). A key with a passphrase needs ${scheme.passphraseEnv}.`,
    );
  }
  const agent = new https.Agent({ ...settings, keepAlive: true });
  return { fetchFor: (url) => fetchWith(agent, url) };
}

function fetchWith(agent: HttpsAgent, url: string): typeof globalThis.fetch {
  const { origin, protocol } = new URL(url);
  if (protocol !== "https:") {
    throw new ToolError(`A client certificate needs an https URL, not ${origin}.`);
  }
  const fetch: typeof nodeFetch = (target, init) =>
    nodeFetch(target, new URL(target).origin === origin ? { ...init, agent } : init);
  return fetch as typeof globalThis.fetch;
}

async function readNamed(name: string, env: Environment): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  try {
    return await readFile(env[name] ?? "", "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "it failed";
    throw new ToolError(
      `The file that the environment variable ${name} names can't be read: ${code}.`,
    );
  }
}
