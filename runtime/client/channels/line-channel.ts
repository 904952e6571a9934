import { parseJson, notificationMessage, type RequestId } from "../../protocol/json-rpc.js";
import type { Network } from "../../session/network.js";
import type { Transport } from "../../session/transport.js";
import type { ChannelReceiver, ChannelRequest, ClientChannel } from "../channel.js";
import type { ClientTransportKind } from "../client.js";
import { McpAnswerError } from "../errors.js";
import { idInText } from "./answered-id.js";

/** A channel over a transport that carries whole messages: stdio, WebSocket or memory. */
export class LineChannel implements ClientChannel {
  readonly kind: ClientTransportKind;
  readonly network?: Network;
  readonly #transport: Transport;
  readonly #whyClosed: () => Error | undefined;

  /** @param whyClosed tells why the transport is closed, where that is known */
  constructor(
    kind: ClientTransportKind,
    transport: Transport,
    whyClosed: () => Error | undefined = () => undefined,
  ) {
    this.kind = kind;
    this.#transport = transport;
    this.#whyClosed = whyClosed;
    if (transport.network) this.network = transport.network;
  }

  start(receiver: ChannelReceiver): void {
    this.#transport.start({
      message: (text) => {
        let value: unknown;
        try {
          value = parseJson(text);
        } catch (error) {
          return this.#unreadable(text, error as Error, receiver);
        }
        receiver.message(value);
      },
      tooLong: (limit) => {
        receiver.unreadable(new Error(`a message has more than ${limit} bytes`));
      },
      end: () => receiver.closed(this.#whyClosed()),
      close: () => receiver.closed(this.#whyClosed()),
    });
  }

  #unreadable(text: string, cause: Error, receiver: ChannelReceiver): void {
    const id = idInText(text);
    if (id === undefined) return receiver.unreadable(cause);
    const message = `The answer can't be read: ${cause.message}`;
    receiver.failed(id, new McpAnswerError(message, { cause }));
  }

  request({ text }: ChannelRequest): void {
    // Requests of one turn are written together.
    this.#transport.send(text, true);
  }

  send(text: string): Promise<void> {
    this.#transport.send(text);
    return Promise.resolve();
  }

  cancel(id: RequestId, reason: string): string {
    const text = notificationMessage("notifications/cancelled", { requestId: id, reason });
    this.#transport.send(text);
    return text;
  }

  opened(): void {
    // Nothing of the transport depends on the revision.
  }

  reset(): void {
    // The connection is the session.
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}
