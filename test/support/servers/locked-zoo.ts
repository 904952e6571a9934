import {
  type Registrar,
  oauthResource,
  staticVerifier,
  type Caller,
} from "../../../runtime/index.js";
import { BusyZoo } from "./zoo-server.js";

/** The zoo with a tool `free` that requires the scope `zoo:write`. */
export class LockedZoo extends BusyZoo {
  freed = 0;

  protected override expose(mcp: Registrar): void {
    super.expose(mcp);
    mcp.tool({ name: "free", scopes: ["zoo:write"] }, () => {
      this.freed++;
      return "free";
    });
  }
}

/** Returns an authorizer that accepts these tokens. */
export function gate(tokens: { readonly [token: string]: Partial<Caller> }) {
  const callers = Object.entries(tokens).map(([token, caller]): [string, Caller] => [
    token,
    { subject: "mia", scopes: [], claims: {}, ...caller },
  ]);
  return oauthResource({
    resource: "http://127.0.0.1/mcp",
    authorizationServers: ["https://auth.example"],
    verify: staticVerifier(new Map(callers)),
  });
}
