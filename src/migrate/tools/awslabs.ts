/** @see https://github.com/awslabs/mcp, src/openapi-mcp-server */
import { defined } from "../../../runtime/protocol/defined.js";
import {
  MigrationFault,
  type Migration,
  type MigrationSource,
  type SettingValue,
} from "../migrate-model.js";
import { byTag } from "../rules.js";
import { fastMcpNames } from "../tool-name-rules.js";
import { jsonOf, memberOf, readFlags } from "../words.js";
import { nameOf } from "./openapi-mcp-generator.js";

/** Settings by flag; each has a variable of the same name in capitals, unless it is named here. */
const variables: Readonly<Record<string, string>> = {
  "api-url": "API_BASE_URL",
  "spec-url": "API_SPEC_URL",
  "spec-path": "API_SPEC_PATH",
};

const ways: Readonly<Record<string, string>> = {
  "api-url":
    "start the server with --base-url, or set the variable for the base URL that its README names.",
  "additional-specs":
    "write one server for each document into the configuration, or mount their classes in one.",
  "no-validate-output":
    "not needed: an answer that breaks its schema reaches the model with a note.",
  "validate-output": "not needed: an answer that breaks its schema reaches the model with a note.",
  "allowed-spec-dirs": "references stay in the folder of the document by themselves.",
  "allow-insecure-http": "not needed: the server says at start which values go over http.",
  "log-level": "set MCP_LOG_LEVEL where the server starts.",
  debug: "set MCP_LOG_LEVEL=debug where the server starts.",
};

export function fromAwslabs({ text, words }: MigrationSource): Migration {
  const entry = entryOf(text);
  if (words.length === 0 && !entry) {
    throw new MigrationFault(
      "There is no server awslabs.openapi-mcp-server. Give its words after --, or the configuration of a client that starts it.",
    );
  }
  const flags = readFlags(words.length > 0 ? words : (entry?.args ?? []));
  const env = entry?.env ?? {};
  const value = (flag: string): string | undefined =>
    flags.get(flag) || env[variables[flag] ?? flag.replaceAll("-", "_").toUpperCase()] || undefined;
  const list = (flag: string): readonly string[] =>
    (value(flag) ?? "")
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean);
  const [included, excluded] = [list("include-tags"), list("exclude-tags")];
  const isInternal =
    flags.has("allow-private-networks") ||
    /^(true|1|yes)$/i.test(env["ALLOW_PRIVATE_NETWORKS"] ?? "");
  const credentials = credentialsOf(value);
  return {
    ...defined({ document: value("spec-path") ?? value("spec-url") }),
    settings: defined({
      name: nameOf(value("api-name")),
      allowInternal: isInternal ? true : undefined,
    }),
    ...defined({ credentials }),
    rules: [
      ...(excluded.length > 0 ? [byTag(excluded, "exclude")] : []),
      ...(included.length > 0 ? [byTag(included, "tool")] : []),
    ],
    ...(included.length > 0 && { others: "exclude" as const }),
    names: fastMcpNames(),
    // It hides tools by their tags once all have been made.
    namesHidden: true,
    notes: [
      ...Object.entries(ways).flatMap(([flag, way]) =>
        flags.has(flag) || value(flag) !== undefined ? [`--${flag}: ${way}`] : [],
      ),
      ...(value("auth-type") === "cognito"
        ? [
            "--auth-type cognito: describe Cognito as an OAuth 2 scheme, in the document or by an overlay; see docs/authentication.md.",
          ]
        : []),
      "Prompts for operations have no counterpart: clients read the descriptions of the tools.",
    ],
  };
}

/** Returns how the API is authenticated if the document does not say it. No value is read, only where it is. */
function credentialsOf(
  value: (flag: string) => string | undefined,
): Readonly<Record<string, SettingValue>> | undefined {
  switch (value("auth-type")) {
    case "bearer":
      return { auth: "bearer", env: ["token=AUTH_TOKEN"] };
    case "basic":
      return {
        auth: "basic",
        env: ["login.username=AUTH_USERNAME", "login.password=AUTH_PASSWORD"],
      };
    case "api_key": {
      const where = value("auth-api-key-in") ?? "header";
      const name = value("auth-api-key-name") ?? "api_key";
      return { auth: `apiKey:${where}:${name}`, env: ["apiKey=AUTH_API_KEY"] };
    }
    default:
      return undefined;
  }
}

interface ClientEntry {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the entry of a client's configuration that starts the server. */
function entryOf(text: string | undefined): ClientEntry | undefined {
  const servers = memberOf(jsonOf(text), "mcpServers") ?? memberOf(jsonOf(text), "servers");
  for (const server of Object.values((servers as object | undefined) ?? {})) {
    const args: unknown = memberOf(server, "args");
    const words = Array.isArray(args) ? args.map(String) : [];
    const command = String(memberOf(server, "command"));
    if (![command, ...words].some((word) => word.includes("openapi-mcp-server"))) continue;
    const env = memberOf(server, "env");
    const texts = Object.entries((env as object | undefined) ?? {}).filter(
      (each): each is [string, string] => typeof each[1] === "string",
    );
    return { args: words, env: Object.fromEntries(texts) };
  }
  return undefined;
}
