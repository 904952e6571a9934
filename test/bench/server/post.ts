/** Sends single requests of the bench and checks the answers. */
import type { BenchRequest } from "./requests.js";
import { spoken } from "./requests.js";

export interface PostAnswer {
  readonly status: number;
  readonly sessionId: string | null;
  /** Text of the JSON-RPC answer, taken out of an event stream if necessary. */
  readonly text: string;
}

export async function post(url: string, request: BenchRequest): Promise<PostAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: request.headers,
    body: request.body,
    signal: AbortSignal.timeout(60_000),
  });
  const body = await response.text();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  return {
    status: response.status,
    sessionId: response.headers.get("mcp-session-id"),
    text: isStream ? lastEvent(body) : body,
  };
}

/** @throws Error unless the answer carries the echo */
export function checkEcho(answer: PostAnswer): void {
  const parsed = resultIn(answer) as { content?: { text?: string }[] };
  if (parsed.content?.[0]?.text !== spoken) throw unexpected(answer);
}

/** @throws Error unless the answer lists this many tools, each with its input schema */
export function checkList(answer: PostAnswer, count: number): void {
  const { tools } = resultIn(answer) as { tools?: { inputSchema?: { properties?: object } }[] };
  const whole = tools?.every(
    (tool) => tool.inputSchema?.properties && "text" in tool.inputSchema.properties,
  );
  if (tools?.length !== count || !whole) throw unexpected(answer);
}

function resultIn(answer: PostAnswer): object {
  if (answer.status !== 200) throw unexpected(answer);
  const { result } = JSON.parse(answer.text) as { result?: object };
  if (!result) throw unexpected(answer);
  return result;
}

function unexpected(answer: PostAnswer): Error {
  return new Error(`unexpected answer ${answer.status}: ${answer.text.slice(0, 300)}`);
}

function lastEvent(stream: string): string {
  return (
    stream
      .trimEnd()
      .split("\n")
      .at(-1)
      ?.replace(/^data: ?/, "") ?? ""
  );
}
