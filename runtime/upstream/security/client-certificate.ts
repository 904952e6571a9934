import { defined } from "../../protocol/defined.js";
import { ToolError } from "../../protocol/tool-error.js";
import type { SecurityScheme } from "../../contract/api.js";
import { variable, type Environment } from "../../contract/environment.js";
import type { ClientCertificate, TlsSettings } from "../request/credentials.js";

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
  const { createSecureContext } = await import("node:tls");
  try {
    createSecureContext(settings);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "not PEM";
    throw new ToolError(
      `The files that ${scheme.certEnv} and ${scheme.keyEnv} name are not a certificate and its key (${code}). If the key has a passphrase, set ${scheme.passphraseEnv}.`,
    );
  }
  let agent: Promise<HttpsAgent> | undefined;
  return { settings, agent: () => (agent ??= newAgent(settings)) };
}

async function newAgent(settings: TlsSettings): Promise<HttpsAgent> {
  const { Agent } = await import("node:https");
  return new Agent({ ...settings, keepAlive: true });
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
