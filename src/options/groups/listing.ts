/** The options that shape what a server lists of a document. */
import { shaping } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";
import { readTokenCount } from "../token-count.js";

export const listingOptions = {
  mode: {
    type: "string",
    choices: ["tools", "search", "auto"],
    default: "auto",
    doc: "List every tool, or only three that search, describe and call operations. `auto` chooses the three if the full list would take more than 20,000 tokens.",
    commands: shaping,
  },
  budget: {
    type: "string",
    value: "TOKENS",
    numeric: true,
    check: readTokenCount,
    doc: "Maximum number of tokens for the list of tools, such as 20k. Shortens what is listed for each tool first, then moves the rest behind the search tools.",
    commands: shaping,
  },
  client: {
    type: "string",
    choices: ["openai", "claude", "cursor", "vscode", "gemini"],
    doc: "List only what this client supports: schema features, name lengths, number of tools. Calls are still checked against the complete schemas.",
    commands: shaping,
  },
  "description-limit": {
    type: "number",
    value: "CHARS",
    default: 1024,
    doc: "Maximum length of a tool's description, in characters.",
    commands: shaping,
  },
  "instructions-limit": {
    type: "number",
    value: "CHARS",
    default: 500,
    doc: "Maximum length of the server's instructions, which are the description of the API, in characters; 0 gives none.",
    commands: shaping,
  },
  "input-schema-limit": {
    type: "number",
    value: "BYTES",
    default: 16384,
    doc: "Maximum size of the shared schemas in a tool's input schema; schemas beyond it are listed without their members.",
    commands: shaping,
  },
  "output-schema-limit": {
    type: "number",
    value: "BYTES",
    default: 1024,
    doc: "Maximum size of a tool's output schema; larger ones are not listed, and 0 lists none.",
    commands: shaping,
  },
  "unknown-arguments": {
    type: "string",
    choices: ["refuse", "send"],
    default: "refuse",
    doc: "Refuse arguments that the document does not describe, or send them as members of a body whose schema does not forbid them.",
    commands: shaping,
  },
  scopes: {
    type: "string",
    choices: ["document"],
    doc: "Callers of a server that checks access tokens need the OAuth scopes that the document asks for. Scopes of the route map take precedence.",
    commands: ["generate", "serve", "watch", "check"],
  },
} as const satisfies Record<string, OptionRow>;
