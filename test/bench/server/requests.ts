/** Requests of the bench's clients, in both eras. */
export type Era = "2025-11-25" | "2026-07-28";

export const eras: readonly Era[] = ["2025-11-25", "2026-07-28"];

/** The body of a POST request, and its headers. */
export interface BenchRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Argument of the echo tool. */
export const spoken = "The quick brown fox jumps over the lazy dog.";

export function callRequest(era: Era, id: string | number = 1): BenchRequest {
  return toolCall(era, id, { name: "echo", arguments: { text: spoken } });
}

export function toolCall(
  era: Era,
  id: string | number,
  params: { readonly name: string; readonly arguments: object },
): BenchRequest {
  return request(era, id, "tools/call", params);
}

/** Returns a call that the tool's schema refuses. */
export function badCallRequest(era: Era): BenchRequest {
  return request(era, 1, "tools/call", { name: "echo", arguments: { text: 7 } });
}

export function listRequest(era: Era): BenchRequest {
  return request(era, 1, "tools/list", {});
}

/** Since 2026-07-28 only. */
export function listenRequest(id: number): BenchRequest {
  return request("2026-07-28", id, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
}

/** Handshake before 2026-07-28: the request, and the notification that ends it. */
export function initializeRequest(): BenchRequest {
  return request("2025-11-25", 0, "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: client,
  });
}

export const initialized = JSON.stringify({
  jsonrpc: "2.0",
  method: "notifications/initialized",
});

const client = { name: "bench", version: "1.0.0" };

function request(
  era: Era,
  id: string | number,
  method: string,
  params: Readonly<Record<string, unknown>>,
): BenchRequest {
  const headers: Record<string, string> = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": era,
  };
  if (era === "2025-11-25") {
    return { headers, body: JSON.stringify({ jsonrpc: "2.0", id, method, params }) };
  }
  headers["mcp-method"] = method;
  if (typeof params["name"] === "string") headers["mcp-name"] = params["name"];
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": era,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": client,
  };
  return {
    headers,
    body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }),
  };
}
