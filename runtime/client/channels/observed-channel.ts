import { jsonText } from "../../protocol/exact-json.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { Revision } from "../../protocol/revisions.js";
import { recover } from "../../protocol/maybe-promise.js";
import type { Network } from "../../session/network.js";
import type { ChannelReceiver, ChannelRequest, ClientChannel } from "../channel.js";
import type { ClientTransportKind } from "../client.js";
import type { ObservedMessage } from "../client-options.js";

/** A channel whose messages are shown to the user, such as for a recording. */
export class ObservedChannel implements ClientChannel {
  readonly #channel: ClientChannel;
  readonly #show: (message: ObservedMessage) => void;

  /** @param failed called with what `show` throws */
  constructor(
    channel: ClientChannel,
    show: (message: ObservedMessage) => void,
    failed: (error: unknown) => void,
  ) {
    this.#channel = channel;
    this.#show = (message) => void recover(() => show(message), failed);
  }

  get kind(): ClientTransportKind {
    return this.#channel.kind;
  }

  get network(): Network | undefined {
    return this.#channel.network;
  }

  get sessionId(): string | undefined {
    return this.#channel.sessionId;
  }

  start(receiver: ChannelReceiver): void {
    const show = this.#show;
    this.#channel.start({
      message: (value) => {
        for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
          show({ from: "server", text: jsonText(each) ?? "null" });
        }
        receiver.message(value);
      },
      failed: (id, error) => receiver.failed(id, error),
      waits: (id, isWaiting) => receiver.waits(id, isWaiting),
      sessionLost: (id) => receiver.sessionLost(id),
      unreadable: (error) => receiver.unreadable(error),
      closed: (error) => receiver.closed(error),
    });
  }

  request(request: ChannelRequest): void {
    this.#show({ from: "client", text: request.text });
    this.#channel.request(request);
  }

  send(text: string): Promise<void> {
    this.#show({ from: "client", text });
    return this.#channel.send(text);
  }

  cancel(id: RequestId, reason: string): string | undefined {
    const text = this.#channel.cancel(id, reason);
    if (text !== undefined) this.#show({ from: "client", text });
    return text;
  }

  opened(revision: Revision): void {
    this.#channel.opened(revision);
  }

  reset(): void {
    this.#channel.reset();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }
}
