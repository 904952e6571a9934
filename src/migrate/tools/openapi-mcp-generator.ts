/** @see https://github.com/harsha-iiiv/openapi-mcp-generator, version 4 */
import { defined } from "../../../runtime/protocol/defined.js";
import type { Migration, MigrationSource } from "../migrate-model.js";
import { openApiMcpGeneratorNames } from "../tool-name-rules.js";
import { flagNotes, readFlags, unknownFlags, wordsOf } from "../words.js";

const aliases = { i: "input", o: "output", n: "server-name", v: "server-version", b: "base-url" };
const moreAliases = { t: "transport", p: "port", k: "insecure" };

/** What is done in another way. */
const ways = {
  "server-version": "the version of the server is that of the document.",
  "base-url":
    "start the server with --base-url, or set the variable for the base URL that its README names.",
  transport: "the server chooses when it starts: --http for Streamable HTTP, otherwise stdio.",
  port: "start the server with --http PORT.",
  "header-passthrough": "start the server with --forward-header NAME for each.",
  insecure: "has no counterpart. Trust the API's certificate authority with NODE_EXTRA_CA_CERTS.",
  "custom-auth": "override `headers` in a class of your own; see docs/customise.md.",
  "oauth-creds-in-body": "not needed: the body is tried when the header is refused.",
};

const settled = ["input", "output", "server-name", "default-include", "allow-external-refs"];
const others = ["max-tool-name-length", "generate-lib", "force"];

export function fromOpenApiMcpGenerator(source: MigrationSource): Migration {
  const words = wordsOf(source, /(^|[\\/\s])openapi-mcp-generator(@\S+)?(?=\s|$)/);
  const flags = readFlags(words, { ...aliases, ...moreAliases });
  const known = [...settled, ...others, ...Object.keys(ways)];
  const limit = Number(flags.get("max-tool-name-length") ?? 64);
  const isLibrary = flags.has("generate-lib");
  return {
    ...defined({ document: flags.get("input") }),
    settings: defined({
      out: flags.get("output"),
      name: nameOf(flags.get("server-name")),
      allowRemoteRefs: flags.has("allow-external-refs") ? true : undefined,
      layout: isLibrary ? "module" : undefined,
      runtime: isLibrary ? "package" : undefined,
    }),
    rules: [
      {
        matches: ({ extensions }) => /^true$/i.test(String(extensions["x-mcp"])),
        expose: "tool",
      },
      {
        matches: ({ extensions }) => /^false$/i.test(String(extensions["x-mcp"])),
        expose: "exclude",
      },
    ],
    ...(/^false$/i.test(flags.get("default-include") ?? "") && { others: "exclude" as const }),
    names: openApiMcpGeneratorNames(Number.isInteger(limit) && limit > 0 ? limit : 64),
    notes: [
      ...flagNotes(flags, ways),
      ...unknownFlags(flags, known),
      "Credentials are read from other variables: the README of the project lists them, and --env keeps a name.",
    ],
  };
}

/** Returns a name as this generator accepts it. */
export function nameOf(name: string | undefined): string | undefined {
  const plain = name
    ?.toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain === "" ? undefined : plain;
}
