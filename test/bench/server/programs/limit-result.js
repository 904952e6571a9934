// The result of the echo tool as our server writes it: since 2026-07-28 results have a type and name the server.
import { info } from "./tools.js";

export function resultOf(params) {
  const content = [{ type: "text", text: params.arguments.text }];
  if (!params._meta) return { content };
  return {
    content,
    resultType: "complete",
    _meta: { "io.modelcontextprotocol/serverInfo": info },
  };
}
