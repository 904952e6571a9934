/** The keys of a server that clients document, and what they mean. */
import type { ConfigDocument, Placed } from "./config-document.js";
import type { ConfigOAuth } from "./config-model.js";
import {
  booleanOf,
  positiveOf,
  stringOf,
  stringsOf,
  textMapOf,
  textOf,
  textsOf,
  type PlacedText,
} from "./config-values.js";

/** A server as the file has it, its variables not yet expanded. */
export interface ServerFields {
  readonly name: string;
  readonly at: Placed;
  readonly disabled: boolean;
  readonly command: PlacedText | undefined;
  readonly args: readonly PlacedText[];
  readonly env: ReadonlyMap<string, PlacedText>;
  readonly envFile: PlacedText | undefined;
  readonly cwd: PlacedText | undefined;
  readonly url: PlacedText | undefined;
  readonly headers: ReadonlyMap<string, PlacedText>;
  readonly transport: "stdio" | "http" | "sse" | "websocket" | undefined;
  readonly timeoutMs: number | undefined;
  readonly only: readonly string[] | undefined;
  readonly except: readonly string[];
  /** As of Cursor, Claude Code and VS Code; texts still with variables. */
  readonly oauth: OAuthFields | undefined;
}

export interface OAuthFields extends Omit<ConfigOAuth, "clientId" | "clientSecret"> {
  readonly clientId: PlacedText | undefined;
  readonly clientSecret: PlacedText | undefined;
}

const transports = new Map<string, NonNullable<ServerFields["transport"]>>([
  ["stdio", "stdio"],
  ["local", "stdio"],
  ["http", "http"],
  ["streamable-http", "http"],
  ["streamableHttp", "http"],
  ["streamable_http", "http"],
  ["sse", "sse"],
  ["ws", "websocket"],
  ["websocket", "websocket"],
]);

const ofCommands = ["command", "args", "env", "envFile", "cwd"];
/** `serverUrl` is Windsurf's, `httpUrl` that of the Gemini CLI. */
const urls = ["url", "serverUrl", "httpUrl"];
const ofUrls = [...urls, "headers", "auth", "oauth"];
const ofAll = [
  "type",
  "transport",
  "disabled",
  "timeout",
  // Copilot and Gemini CLI; Windsurf and Gemini CLI.
  "tools",
  "includeTools",
  "disabledTools",
  "excludeTools",
];
/** What clients do for their users, and this one leaves to its caller: approvals, development, galleries. */
const withoutMeaning = [
  "alwaysAllow",
  "alwaysLoad",
  "autoApprove",
  "description",
  "dev",
  "gallery",
  "name",
  "trust",
  "version",
];
/** What can't be left out without doing other than the file says. */
const unsupported = new Map([
  ["headersHelper", "It runs a command in a shell. Give the function `headers` to connectServers."],
  ["sandbox", "Servers are not run in a sandbox."],
  ["sandboxEnabled", "Servers are not run in a sandbox."],
]);

const known = [...ofCommands, ...ofUrls, ...ofAll, ...withoutMeaning, ...unsupported.keys()];

/** Reads a server, and reports every key that is unknown and every value of a wrong type. */
export function serverFields(document: ConfigDocument, name: string, at: Placed): ServerFields {
  const members = document.members(at, `The server "${name}"`);
  if (name === "") document.problem(at, "A server needs a name.");
  document.refuseUnknown(members, known, "A server");
  for (const [key, reason] of unsupported) {
    const value = members.get(key);
    if (value && value.node.value !== false)
      document.problem(value, `"${key}" is not supported: ${reason}`);
  }
  const get = (key: string): Placed | undefined => members.get(key);
  const url = oneOf(document, members, urls);
  const type = oneOf(document, members, ["type", "transport"]);
  const command = textOf(document, get("command"));
  checkShape(document, at, members, url);
  return {
    name,
    at,
    disabled: booleanOf(document, get("disabled")) ?? false,
    command,
    args: textsOf(document, get("args")) ?? [],
    env: textMapOf(document, get("env"), "numbers and null"),
    envFile: textOf(document, get("envFile")),
    cwd: textOf(document, get("cwd")),
    url: textOf(document, url),
    headers: textMapOf(document, get("headers")),
    transport: transportOf(document, type, { hasUrl: url !== undefined, isHttp: !!get("httpUrl") }),
    timeoutMs: timeoutOf(document, get("timeout")),
    only: stringsOf(document, oneOf(document, members, ["tools", "includeTools"])),
    except: stringsOf(document, oneOf(document, members, ["disabledTools", "excludeTools"])) ?? [],
    oauth: oauthOf(document, oneOf(document, members, ["auth", "oauth"])),
  };
}

/** Returns the member that is there under one of several names; both at once are a problem. */
function oneOf(
  document: ConfigDocument,
  members: ReadonlyMap<string, Placed>,
  names: readonly string[],
): Placed | undefined {
  const [first, second] = names.filter((name) => members.has(name));
  if (second !== undefined) {
    document.problem(members.get(second)!, `"${second}" and "${first}" mean the same; keep one.`);
  }
  return first === undefined ? undefined : members.get(first);
}

/** A server has a command or a URL, and the keys that belong to it. */
function checkShape(
  document: ConfigDocument,
  at: Placed,
  members: ReadonlyMap<string, Placed>,
  url: Placed | undefined,
): void {
  const command = members.get("command");
  if (!command && !url) {
    document.problem(at, 'A server needs a "command" or a "url".');
  } else if (command && url) {
    document.problem(url, 'A server has a "command" or a "url", not both.');
  } else {
    const others = url ? ofCommands : ofUrls;
    for (const key of others) {
      const value = members.get(key);
      if (value) {
        const kind = url ? "a command" : "a URL";
        document.problem(value, `"${key}" belongs to a server with ${kind}.`);
      }
    }
  }
}

function transportOf(
  document: ConfigDocument,
  type: Placed | undefined,
  { hasUrl, isHttp }: { readonly hasUrl: boolean; readonly isHttp: boolean },
): ServerFields["transport"] {
  if (!type) return isHttp ? "http" : undefined;
  const text = stringOf(document, type);
  if (text === undefined) return undefined;
  const transport = transports.get(text);
  if (!transport) {
    const names = [...transports.keys()].map((each) => `"${each}"`).join(", ");
    document.problem(type, `The type must be one of ${names}.`);
  } else if ((transport === "stdio") === hasUrl) {
    const needed = transport === "stdio" ? "command" : "url";
    document.problem(type, `A server of this type needs a "${needed}".`);
  }
  return transport;
}

/** Claude Code and the Gemini CLI count milliseconds, of which fewer than 1000 mean nothing; Cline counts seconds. */
function timeoutOf(document: ConfigDocument, value: Placed | undefined): number | undefined {
  const timeout = positiveOf(document, value);
  return timeout !== undefined && timeout < 1000 ? timeout * 1000 : timeout;
}

const oauthKeys = [
  "CLIENT_ID",
  "CLIENT_SECRET",
  "clientId",
  "clientSecret",
  "scopes",
  "callbackPort",
  "authServerMetadataUrl",
];

function oauthOf(document: ConfigDocument, value: Placed | undefined): OAuthFields | undefined {
  if (!value) return undefined;
  const members = document.members(value, '"oauth"');
  document.refuseUnknown(members, oauthKeys, '"oauth"');
  const scopes = members.get("scopes");
  const port = positiveOf(document, members.get("callbackPort"));
  const metadata = stringOf(document, members.get("authServerMetadataUrl"));
  return {
    clientId: textOf(document, oneOf(document, members, ["clientId", "CLIENT_ID"])),
    clientSecret: textOf(document, oneOf(document, members, ["clientSecret", "CLIENT_SECRET"])),
    ...(scopes && { scopes: scopesOf(document, scopes) }),
    ...(port !== undefined && { callbackPort: port }),
    ...(metadata !== undefined && { authServerMetadataUrl: metadata }),
  };
}

/** Cursor has a list, Claude Code a text with spaces. */
function scopesOf(document: ConfigDocument, value: Placed): readonly string[] {
  if (value.node.type !== "string") return stringsOf(document, value) ?? [];
  return (value.node.value as string).split(" ").filter((each) => each !== "");
}
