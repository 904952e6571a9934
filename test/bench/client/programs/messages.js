// The messages of the bare clients.
import { args, tool } from "./answers.js";
import { clientInfo, plan } from "./plan.js";

export const isNewer = plan.era !== "2025-11-25";
const _meta = {
  "io.modelcontextprotocol/protocolVersion": plan.era,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": clientInfo,
};

export const headers = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "mcp-protocol-version": plan.era,
  ...(isNewer && { "mcp-method": "tools/call", "mcp-name": tool }),
};

export function callText(id) {
  const params = isNewer ? { name: tool, arguments: args, _meta } : { name: tool, arguments: args };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
}

export function initializeText(id) {
  const params = { protocolVersion: plan.era, capabilities: {}, clientInfo };
  return JSON.stringify({ jsonrpc: "2.0", id, method: "initialize", params });
}
