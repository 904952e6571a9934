/** Asks the user whether a document that nobody has reviewed may have the user's values sent where it says. */
import { variable, type Environment } from "../../../runtime/contract/environment.js";
import type { Api } from "../../../runtime/contract/api.js";
import {
  destinationLine,
  destinationsOf,
  type Destination,
} from "../../../runtime/upstream/security/destinations.js";
import { agreedLines, identityOf, rememberLines } from "./consent-store.js";
import { readOrigin } from "../../options/origin-option.js";

export interface ConsentRequest {
  /** The document as the user names it. */
  readonly spec: string;
  readonly api: Api;
  readonly env: Environment;
  readonly baseUrl: string | undefined;
  readonly forwardHeaders: readonly string[];
  /** Origins that the command line or the configuration names. */
  readonly sendTo: readonly string[];
  /** Asks whether the values may be sent; absent: nobody can answer. */
  readonly ask: (() => Promise<boolean>) | undefined;
  /** Limits the question to some of the values. */
  readonly concerns?: (value: Destination) => boolean;
}

/**
 * Returns the origins that values may be sent to. Undefined, after a message that names the option to give, if a value
 * would go elsewhere and the user does not agree.
 */
export async function agreedOrigins(
  request: ConsentRequest,
  print: (text: string) => void,
): Promise<readonly string[] | undefined> {
  const { spec, api, env, baseUrl, forwardHeaders, ask, concerns = () => true } = request;
  const named = [...request.sendTo.map(readOrigin), ...chosenBase(api, baseUrl, env)];
  const lines = destinationsOf(api, { env, baseUrl, forwardHeaders })
    .filter((each) => each.isSet && concerns(each))
    .flatMap(({ name, origins }) =>
      origins.map((origin) => ({ origin, line: destinationLine({ name, origins: [origin] }) })),
    );
  const identity = identityOf(spec);
  const agreed = identity === undefined ? new Set<string>() : agreedLines(identity, env);
  const open = lines.filter(({ origin, line }) => !named.includes(origin) && !agreed.has(line));
  const all = [...new Set([...named, ...lines.map(({ origin }) => origin)])];
  if (open.length === 0) return all;
  const listed = open.map(({ line }) => `  ${line}\n`).join("");
  if (ask === undefined) {
    const options = [...new Set(open.map(({ origin }) => `--send-to ${origin}`))].join(" ");
    print(
      `mcp-codegen: ${spec} decides where these values go, and nobody has agreed to that:\n${listed}Nothing was started or sent. If the values may go there, add ${options}; otherwise unset them.\n`,
    );
    return undefined;
  }
  print(`${spec} decides where these values go:\n${listed}`);
  if (!(await ask())) return undefined;
  if (identity !== undefined) remember(identity, open, env, print);
  return all;
}

/** A base URL that the user gives is the user's word for its origin. */
function chosenBase(api: Api, baseUrl: string | undefined, env: Environment): readonly string[] {
  const url = baseUrl ?? variable(env, api.baseUrlEnv) ?? "";
  return URL.canParse(url) ? [new URL(url).origin] : [];
}

function remember(
  identity: string,
  open: readonly { readonly line: string }[],
  env: Environment,
  print: (text: string) => void,
): void {
  try {
    rememberLines(
      identity,
      open.map(({ line }) => line),
      env,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(`The answer can't be remembered: ${reason}\n`);
  }
}
