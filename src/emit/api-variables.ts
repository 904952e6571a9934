/** The environment variables of a generated server, for people and programs that set it up. */
import type { Api, SecurityScheme } from "../../runtime/contract/api.js";
import { variablesOfScheme } from "../../runtime/contract/credential-methods.js";
import { defined } from "../../runtime/protocol/defined.js";

export interface ApiVariable {
  readonly name: string;
  /** What it replaces or fills in: the base URL, a variable of the base URL, or the credential of a scheme. */
  readonly of: "baseUrl" | "serverVariable" | "scheme";
  /** Name of the server variable or the scheme; the document's URL for the base URL, if it has one. */
  readonly subject?: string;
  /** What a credential's variable holds, without the scheme's name: `access token`. */
  readonly meaning?: string;
  /** Value of a server variable that is not set. */
  readonly default?: string;
  /** Most users need it, so configurations show how to set it. */
  readonly usual: boolean;
  /** The value must not be shown or stored in the clear. */
  readonly secret: boolean;
  /** The value is the path of a file. */
  readonly file: boolean;
}

/** Returns the variables in the order for users to read. */
export function apiVariables(
  api: Pick<Api, "baseUrlEnv" | "servers" | "securitySchemes">,
): readonly ApiVariable[] {
  const [server] = api.servers;
  const found: ApiVariable[] = [
    {
      ...plain,
      name: api.baseUrlEnv,
      of: "baseUrl",
      usual: server === undefined,
      ...defined({ subject: server?.url }),
    },
  ];
  for (const [subject, variable] of Object.entries(server?.variables ?? {})) {
    found.push({
      ...plain,
      name: variable.env,
      of: "serverVariable",
      subject,
      usual: variable.default === undefined,
      ...defined({ default: variable.default }),
    });
  }
  for (const [subject, scheme] of Object.entries(api.securitySchemes ?? {})) {
    const open = openVariables(scheme);
    const files = fileVariables(scheme);
    for (const { name, meaning, usual } of variablesOfScheme(scheme)) {
      const file = files.includes(name);
      const secret = !file && !open.includes(name);
      found.push({ name, of: "scheme", subject, meaning, usual, secret, file });
    }
  }
  return found;
}

const plain = { secret: false, file: false } as const;

/** Returns the variables of a scheme that hold no secret. */
function openVariables(scheme: SecurityScheme): readonly (string | undefined)[] {
  if (scheme.type === "basic") return [scheme.usernameEnv];
  if (scheme.type !== "oauth2") return [];
  return [scheme.clientIdEnv, scheme.usernameEnv, scheme.resourceEnv];
}

function fileVariables(scheme: SecurityScheme): readonly string[] {
  return scheme.type === "mutualTLS" ? [scheme.certEnv, scheme.keyEnv, scheme.caEnv] : [];
}
