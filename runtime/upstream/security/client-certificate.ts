import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { SecurityScheme } from "../../contract/api.js";
import { variable, type Environment } from "../../contract/environment.js";
import type { ApiGuards } from "../exchange/api-guards.js";
import { nodeFetch } from "../exchange/node-fetch.js";
import type { ClientCertificate } from "../request/credentials.js";

type HttpsAgent = import("node:https").Agent;

export type MutualTlsScheme = SecurityScheme & { readonly type: "mutualTLS" };

/**
 * Reads a client certificate and its key from the files that environment variables name. Needs Node.
 *
 * @throws ToolError that names the variable when a file can't be read or has the wrong content
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
  const settings = defined({ cert, key, ca: ca || undefined, passphrase: passphrase || undefined });
  const [{ createSecureContext }, https] = await Promise.all([
    import("node:tls"),
    import("node:https"),
  ]);
  try {
    createSecureContext(settings);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "not PEM";
    throw new ToolError(
      `The files that ${scheme.certEnv} and ${scheme.keyEnv} name are not a certificate and its key (${code}). If the key has a passphrase, set ${scheme.passphraseEnv}.`,
    );
  }
  const agent = new https.Agent({ ...settings, keepAlive: true });
  return { fetchFor: (url, guards) => fetchWith(agent, url, guards) };
}

function fetchWith(agent: HttpsAgent, url: string, guards: ApiGuards): typeof globalThis.fetch {
  const { origin, protocol } = new URL(url);
  if (protocol !== "https:") {
    throw new ToolError(`A client certificate can only be sent to an https URL, not to ${origin}.`);
  }
  const fetch: typeof nodeFetch = (target, init) => {
    const guard = guards.guardFor(target);
    const isOwn = new URL(target).origin === origin;
    return nodeFetch(target, isOwn ? { ...init, guard, agent } : { ...init, guard });
  };
  return fetch as typeof globalThis.fetch;
}

async function readNamed(name: string, env: Environment): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  try {
    return await readFile(env[name] ?? "", "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new ToolError(
      `The file that the environment variable ${name} names can't be read: ${code}.`,
    );
  }
}
