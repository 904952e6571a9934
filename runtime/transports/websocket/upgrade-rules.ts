import {
  isAdmitted,
  plainRefusal,
  type Admission,
  type Admitted,
  type PlainAnswer,
  type RequestHead,
} from "../admission.js";

/** The name of MCP among WebSocket subprotocols. */
export const subprotocol = "mcp";

/**
 * Whether a request may become a WebSocket: the same checks as for any request of HTTP, since a browser lets every page
 * open one to every server.
 *
 * @see MCP 2026-07-28, Streamable HTTP, Security Warning; RFC 6455, section 4.2.2
 */
export async function admitUpgrade(
  admission: Admission,
  head: RequestHead,
): Promise<Admitted | PlainAnswer> {
  if (head.method !== "GET") {
    return plainRefusal(405, "A WebSocket is opened with GET.", { allow: "GET" });
  }
  const outcome = await admission(head);
  if (!isAdmitted(outcome)) return outcome;
  const offered = head.header("sec-websocket-protocol");
  // Who offers something else only would take our messages for that.
  if (offered !== undefined && !offersMcp(offered)) {
    return plainRefusal(400, `The only subprotocol here is ${subprotocol}.`, outcome.headers);
  }
  return outcome;
}

function offersMcp(offered: string): boolean {
  return offered.split(",").some((each) => each.trim() === subprotocol);
}
