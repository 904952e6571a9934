/** A recorded session, read back. */
import { metaKeys, metaOf } from "../../protocol/envelope.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import { parseJson, readMessage, type Message, type RequestId } from "../../protocol/json-rpc.js";

/** The first line of a recording. */
export const recordingHead = '{"mcpRecording":1}';

type ServerMessage = Message & { readonly kind: "request" | "notification" };

/** A request of the recorded client, and all that the server sent because of it. */
export interface RecordedRequest {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** What the server sent before the response, in order. */
  readonly before: ServerMessage[];
  /** The response; undefined if there was none. */
  response: JsonObject | undefined;
  /** What the server sent after the response, until the client's next request. */
  readonly after: ServerMessage[];
}

/**
 * Reads a recording.
 *
 * @throws TypeError that names the line that can't be used
 */
export function readRecording(text: string): readonly RecordedRequest[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines[0]?.trim() !== recordingHead) {
    throw new TypeError(`Not a recorded session: the first line must be ${recordingHead}.`);
  }
  const reader = new RecordingReader();
  for (const [index, line] of lines.slice(1).entries()) {
    const why = reader.add(line);
    if (why !== undefined) throw new TypeError(`Line ${index + 2} of the recording ${why}.`);
  }
  return reader.requests;
}

class RecordingReader {
  readonly requests: RecordedRequest[] = [];
  readonly #open = new Map<RequestId, RecordedRequest>();

  /** @returns why the line can't be used */
  add(line: string): string | undefined {
    const entry = parsed(line);
    const from = isObject(entry) ? member(entry, "from") : undefined;
    if (!isObject(entry) || (from !== "client" && from !== "server")) {
      return 'must be {"from": "client" or "server", "message": …}';
    }
    const message = readMessage(member(entry, "message"));
    if (message.kind === "invalid") return `has no message of JSON-RPC: ${message.error.message}`;
    if (from === "client") this.#sent(message);
    else this.#received(message);
    return undefined;
  }

  #sent(message: Message): void {
    // Notifications change nothing in what is played, and responses are those of the client that hears it.
    if (message.kind !== "request") return;
    const { id, method, params } = message;
    const request = { id, method, params, before: [], response: undefined, after: [] };
    this.requests.push(request);
    this.#open.set(id, request);
  }

  #received(message: Message): void {
    if (message.kind === "response") {
      const request = message.id === undefined ? undefined : this.#open.get(message.id);
      if (!request || message.id === undefined) return;
      request.response = message.body;
      this.#open.delete(message.id);
    } else if (message.kind !== "invalid") {
      const owner = this.#ownerOf(message);
      (owner?.response === undefined ? owner?.before : owner.after)?.push(message);
    }
  }

  /** Returns the request that a message belongs to, else the last one that is open, else the last one. */
  #ownerOf({ params }: ServerMessage): RecordedRequest | undefined {
    const token = member(params, "progressToken");
    const subscription = member(metaOf(params), metaKeys.subscriptionId);
    const open = [...this.#open.values()];
    return (
      open.find(
        (each) =>
          each.id === subscription ||
          (token !== undefined && member(metaOf(each.params), "progressToken") === token),
      ) ??
      open.at(-1) ??
      this.requests.at(-1)
    );
  }
}

function parsed(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}
