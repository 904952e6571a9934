import type { ListingRules } from "../../../runtime/contract/listing-rules.js";

/** The limits of one client for lists of tools, as of 2026. */
export interface ClientRules {
  /** Maximum number of tools, of all servers together, that it passes to its model. */
  readonly maxTools?: number;
  /** Maximum length of a name together with `prefix`, in which `{server}` stands for the server's name. */
  readonly maxName: number;
  readonly prefix?: string;
  /** Maximum length of a tool's description, in characters. */
  readonly maxDescription?: number;
  /** Restrictions of schemas. */
  readonly listing?: ListingRules;
}

export type ClientName = "openai" | "claude" | "cursor" | "vscode" | "gemini";

export const clientRules: Readonly<Record<ClientName, ClientRules>> = {
  /**
   * 128 tools, names of 64 characters, descriptions of 1,024, no `oneOf`, `anyOf`, `allOf`, `enum` or `not` at the root
   * (which our tools never have), arrays with `items`. Strict mode, which clients may enable, requires more.
   *
   * @see https://github.com/langchain-ai/langchainjs/issues/9804, https://github.com/PrefectHQ/fastmcp/issues/2464
   */
  openai: { maxTools: 128, maxName: 64, maxDescription: 1024, listing: { arrayItems: true } },
  /**
   * Names of 64 characters, which Claude Code begins with `mcp__<server>__`; arguments named `^[a-zA-Z0-9_.-]{1,64}$`
   * and no union at the root, which holds for all our tools.
   *
   * @see https://github.com/anthropics/claude-code/issues/79418, https://github.com/anthropics/claude-code/issues/44788
   */
  claude: { maxName: 64, prefix: "mcp__{server}__" },
  /**
   * 40 tools, and fewer than 60 characters for the names of server and tool together.
   *
   * @see https://github.com/ComposioHQ/composio/issues/2788, https://github.com/awslabs/mcp/issues/1283
   */
  cursor: { maxTools: 40, maxName: 59, prefix: "{server}" },
  /**
   * 128 tools, names of 64 characters with a prefix of up to 18, arrays with `items`.
   *
   * @see https://github.com/microsoft/vscode/issues/243602, https://github.com/microsoft/vscode/issues/258890
   */
  vscode: { maxTools: 128, maxName: 46, listing: { arrayItems: true } },
  /**
   * The Schema of the Gemini API: a part of OpenAPI 3.0's, without references and without `oneOf`, `allOf`, `not` and
   * `additionalProperties`; one type each; an `anyOf` stands alone; only strings have an `enum`; a string's format is
   * `date-time` or none. Names have 63 characters.
   *
   * @see https://ai.google.dev/api/caching#Schema, https://github.com/google-gemini/gemini-cli/issues/2237,
   * https://github.com/google-gemini/gemini-cli/issues/13326, https://github.com/anomalyco/opencode/pull/12911
   */
  gemini: {
    maxTools: 128,
    maxName: 63,
    prefix: "mcp_{server}_",
    listing: {
      inline: true,
      oneType: true,
      arrayItems: true,
      stringEnums: true,
      formats: ["date-time", "float", "double", "int32", "int64"],
      keywords:
        "type format title description nullable enum items maxItems minItems properties required minProperties maxProperties minimum maximum minLength maxLength pattern anyOf default".split(
          " ",
        ),
    },
  },
};
