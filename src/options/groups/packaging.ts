/** The options that add what a complete project needs to be shipped. */
import { generating } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";
import { readRegistryName } from "../registry-name.js";

export const packagingOptions = {
  docker: {
    type: "boolean",
    default: false,
    doc: "Also write a Dockerfile and a .dockerignore: a small image that serves HTTP, not as root, with a health check.",
    commands: generating,
  },
  mcpb: {
    type: "boolean",
    default: false,
    doc: "Also write manifest.json and .mcpbignore, so that `npx @anthropic-ai/mcpb pack` makes a bundle for Claude Desktop.",
    commands: generating,
  },
  worker: {
    type: "boolean",
    default: false,
    doc: "Also write src/worker.ts and wrangler.jsonc, which run the server on Cloudflare Workers.",
    commands: generating,
  },
  "server-json": {
    type: "string",
    value: "NAME",
    check: readRegistryName,
    doc: "Also write server.json for the MCP registry, where the server has this name: io.github.OWNER/petstore.",
    commands: generating,
  },
} as const satisfies Record<string, OptionRow>;
