import type { ToolAnnotations } from "../../runtime/contract/operation.js";

/**
 * What an HTTP method says about a tool, and no more: a safe method is read-only, an idempotent one may be repeated.
 * MCP's defaults (not read-only, destructive, not idempotent, open world) hold for what is left out; POST and PATCH
 * say `readOnlyHint: false` because some clients treat a tool without annotations as unknown.
 *
 * @see RFC 9110 sections 9.2.1 and 9.2.2; RFC 10008 for QUERY; MCP 2026-07-28 ToolAnnotations
 */
export function annotationsOf(method: string): ToolAnnotations {
  switch (method) {
    case "GET":
    case "HEAD":
    case "OPTIONS":
    case "TRACE":
    case "QUERY":
      return { readOnlyHint: true };
    case "PUT":
      return { readOnlyHint: false, idempotentHint: true };
    case "DELETE":
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
    default:
      return { readOnlyHint: false };
  }
}
