/** The options that add what a complete project needs to be shipped. */
import { generateOnly } from "./command-groups.js";
import type { OptionRow } from "./option-row.js";
import { readRegistryName } from "./registry-name.js";

export const packagingOptions = {
  docker: {
    type: "boolean",
    default: false,
    doc: "Also write a Dockerfile and a .dockerignore: a small image that serves HTTP, not as root, with a health check.",
    commands: generateOnly,
  },
  mcpb: {
    type: "boolean",
    default: false,
    doc: "Also write manifest.json and .mcpbignore, so that `npx @anthropic-ai/mcpb pack` makes a bundle for Claude Desktop.",
    commands: generateOnly,
  },
  worker: {
    type: "boolean",
    default: false,
    doc: "Also write src/worker.ts and wrangler.jsonc, which run the server on Cloudflare Workers.",
    commands: generateOnly,
  },
  "server-json": {
    type: "string",
    value: "NAME",
    check: readRegistryName,
    doc: "Also write server.json for the MCP registry, where the server has this name: io.github.OWNER/petstore.",
    commands: generateOnly,
  },
} as const satisfies Record<string, OptionRow>;
