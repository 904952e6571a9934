import { metaKeys, metaOf } from "../../protocol/envelope.js";
import { jsonText } from "../../protocol/exact-json.js";
import { isObject, member, type JsonObject } from "../../protocol/json.js";
import {
  errorMessage,
  parseJson,
  readMessage,
  type Message,
  type RequestId,
} from "../../protocol/json-rpc.js";
import { copyDigits } from "../../protocol/read-integers.js";
import { errorCodes, ProtocolError } from "../../protocol/protocol-error.js";
import type { Transport } from "../../session/transport.js";
import { canonicalJson } from "./canonical-json.js";
import type { RecordedRequest } from "./recording.js";

type RequestMessage = Message & { readonly kind: "request" };

/** Answers a client from a recording: each request gets what the recorded server answered to the same one. */
export class SessionPlayer {
  readonly #recorded: readonly RecordedRequest[];
  readonly #transport: Transport;
  readonly #played = new Set<RecordedRequest>();
  /** Questions of the recorded server that wait for the client's answer. */
  readonly #asked = new Map<RequestId, () => void>();
  #lastQuestion = 0;

  constructor(recorded: readonly RecordedRequest[], transport: Transport) {
    this.#recorded = recorded;
    this.#transport = transport;
    transport.start({
      message: (text) => this.#receive(readMessage(parseJson(text))),
      tooLong: () => {},
      end: () => {},
      close: () => {},
    });
  }

  #receive(message: Message): void {
    if (message.kind === "response" && message.id !== undefined) this.#asked.get(message.id)?.();
    if (message.kind !== "request") return;
    const recorded = this.#find(message);
    if (recorded) void this.#play(recorded, message);
    else this.#transport.send(errorMessage(message.id, this.#unknown(message)));
  }

  /** Returns the first recorded request of the same method and params that was not played, else the last one that was. */
  #find({ method, params }: RequestMessage): RecordedRequest | undefined {
    const wanted = keyOf(method, params);
    const same = this.#recorded.filter((each) => keyOf(each.method, each.params) === wanted);
    return same.find((each) => !this.#played.has(each)) ?? same.at(-1);
  }

  async #play(recorded: RecordedRequest, { id, params }: RequestMessage): Promise<void> {
    this.#played.add(recorded);
    const token = member(metaOf(params), "progressToken");
    for (const each of recorded.before) {
      const text = played(each, recorded.id, id, token);
      if (each.kind === "notification") this.#transport.send(text({}));
      else await this.#ask(text);
    }
    if (recorded.response) {
      const response = { ...recorded.response, id };
      copyDigits(recorded.response, response);
      this.#transport.send(jsonText(response)!);
    }
    for (const each of recorded.after) {
      if (each.kind === "notification") {
        this.#transport.send(played(each, recorded.id, id, token)({}));
      }
    }
  }

  /** Sends a question, and waits until the client has answered as the recorded one did. */
  #ask(text: (more: JsonObject) => string): Promise<void> {
    const id = `recorded-${++this.#lastQuestion}`;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#transport.send(text({ id }));
    });
  }

  #unknown({ method, params }: RequestMessage): ProtocolError {
    const same = this.#recorded.filter((each) => each.method === method);
    if (same.length === 0) {
      return new ProtocolError(errorCodes.methodNotFound, `The recording has no ${method}.`);
    }
    const shown = same.slice(0, 3).map((each) => describe(each.params));
    const what = `${method} with ${describe(params)}`;
    return new ProtocolError(
      errorCodes.internalError,
      `The recording has no answer to ${what}; it has ${method} with ${shown.join(", ")}. Record the session again.`,
    );
  }
}

/** Returns a function that writes a recorded message with the ids of the request that is answered now. */
function played(
  { method, params }: RecordedRequest["before"][number],
  recordedId: RequestId,
  id: RequestId,
  token: unknown,
): (more: JsonObject) => string {
  const meta = metaOf(params);
  const isOfSubscription = member(meta, metaKeys.subscriptionId) === recordedId;
  const now = {
    ...params,
    ...(isObject(params["_meta"]) && {
      _meta: isOfSubscription ? { ...meta, [metaKeys.subscriptionId]: id } : meta,
    }),
    ...(method === "notifications/progress" && { progressToken: token }),
  };
  copyDigits(params, now);
  return (more) => {
    const head = JSON.stringify({ jsonrpc: "2.0", ...more, method }).slice(0, -1);
    return `${head},"params":${jsonText(now)}}`;
  };
}

/** The metadata of a request differs in each session, and so does what a client says of itself. */
function keyOf(method: string, params: JsonObject): string {
  if (method === "initialize") return `${method} ${String(member(params, "protocolVersion"))}`;
  return `${method} ${argumentsOf(params)}`;
}

function argumentsOf(params: JsonObject): string {
  const names = Object.keys(params).filter((name) => name !== "_meta");
  const own = Object.fromEntries(names.map((name) => [name, params[name]]));
  copyDigits(params, own);
  return canonicalJson(own);
}

function describe(params: JsonObject): string {
  const text = argumentsOf(params);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
