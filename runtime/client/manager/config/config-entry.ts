/** Makes of a server in a file what the manager takes. */
import path from "node:path";
import { parseEnv } from "node:util";
import { defined } from "../../../protocol/defined.js";
import type { HttpClientOptions } from "../../client-options.js";
import type { ServerAddress, ServerEntry } from "../manager-model.js";
import type { ConfigDocument } from "./config-document.js";
import type { ConfigOAuth, ReadServersOptions } from "./config-model.js";
import type { PlacedText } from "./config-values.js";
import type { Expander } from "./expand.js";
import { readConfigFile } from "./read-config-file.js";
import type { OAuthFields, ServerFields } from "./server-fields.js";

export interface EntryContext {
  readonly document: ConfigDocument;
  readonly expander: Expander;
  /** Relative paths start here. */
  readonly folder: string;
  /** Where commands run that say nothing else. */
  readonly cwd: string | undefined;
  /** Whether `http` leaves open which transport over HTTP it is. */
  readonly findsTransport: boolean;
  readonly authorization: ReadServersOptions["authorization"];
}

/** Returns the entry of a server; undefined, and problems in the document, if it can't be used. */
export async function entryOfServer(
  fields: ServerFields,
  context: EntryContext,
): Promise<ServerEntry | undefined> {
  const target = fields.command
    ? await commandOf(fields, fields.command, context)
    : await urlOf(fields, context);
  if (!target) return undefined;
  const { timeoutMs, only, except, disabled } = fields;
  const isOpen = context.findsTransport && fields.transport === "http";
  const transport = isOpen ? undefined : fields.transport;
  const options: HttpClientOptions = {
    ...(timeoutMs !== undefined && { requestTimeoutMs: timeoutMs }),
    ...(target instanceof URL ? await httpOptions(fields, target, context) : undefined),
  };
  return {
    target,
    ...(Object.keys(options).length > 0 && { options }),
    ...(transport && transport !== "stdio" && { transport }),
    ...((only || except.length > 0) && {
      toolFilter: { ...(only && { only }), ...(except.length > 0 && { except }) },
    }),
    ...(disabled && { disabled }),
  };
}

async function commandOf(
  fields: ServerFields,
  given: PlacedText,
  { document, expander, folder, cwd: usual }: EntryContext,
): Promise<ServerAddress | undefined> {
  const command = await expander.expand(given);
  if (command.trim() === "") document.problem(given.at, '"command" is empty.');
  const args: string[] = [];
  for (const each of fields.args) args.push(await expander.expand(each));
  const env = {
    ...(fields.envFile && (await envOf(fields.envFile, { document, expander, folder }))),
    ...(await expander.expandMap(fields.env)),
  };
  const cwd = fields.cwd ? path.resolve(folder, await expander.expand(fields.cwd)) : usual;
  return {
    command,
    args,
    ...(Object.keys(env).length > 0 && { env }),
    ...defined({ cwd }),
  };
}

async function envOf(
  file: PlacedText,
  { document, expander, folder }: Pick<EntryContext, "document" | "expander" | "folder">,
): Promise<Record<string, string>> {
  try {
    const text = await readConfigFile(path.resolve(folder, await expander.expand(file)));
    return parseEnv(text) as Record<string, string>;
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    document.problem(file.at, `The file of variables can't be read (${code}).`);
    return {};
  }
}

async function urlOf(
  { url, transport }: ServerFields,
  { document, expander }: EntryContext,
): Promise<URL | undefined> {
  if (!url) return undefined;
  const text = await expander.expand(url);
  // The text may hold a secret, so no message repeats it.
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const schemes = transport === "websocket" ? webSocket : transport ? web : [...web, ...webSocket];
  if (!parsed || !schemes.includes(parsed.protocol)) {
    const names = schemes.map((each) => `${each}//`).join(", ");
    document.problem(url.at, `The URL of a server must begin with one of ${names}.`);
    return undefined;
  }
  if (parsed.username !== "" || parsed.password !== "") {
    document.problem(url.at, 'The URL has a user and password. Send them in "headers".');
    return undefined;
  }
  return parsed;
}

const web = ["https:", "http:"];
const webSocket = ["wss:", "ws:"];

async function httpOptions(
  fields: ServerFields,
  url: URL,
  { document, expander, authorization }: EntryContext,
): Promise<HttpClientOptions> {
  const headers = await expander.expandMap(fields.headers);
  for (const [name, { at }] of fields.headers) {
    if (isHeader(name, headers[name]!)) continue;
    document.problem(at, `"${name}" is no header: its name or its value has other characters.`);
  }
  const oauth = fields.oauth && (await oauthOf(fields.oauth, expander));
  const authorizing = await authorization?.(fields.name, url, oauth);
  return {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(authorizing && { authorization: authorizing }),
  };
}

/** @see RFC 9110, 5.1 and 5.5 */
function isHeader(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

async function oauthOf(fields: OAuthFields, expander: Expander): Promise<ConfigOAuth> {
  const { clientId, clientSecret, ...others } = fields;
  return {
    ...others,
    ...(clientId && { clientId: await expander.expand(clientId) }),
    ...(clientSecret && { clientSecret: await expander.expand(clientSecret) }),
  };
}
