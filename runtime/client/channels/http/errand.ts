import { essenceOf } from "../../../contract/media-type.js";
import { startTimeLimit } from "../../../protocol/limits/time-limit.js";
import { unref } from "../../../protocol/unref.js";
import { McpTimeoutError, type McpClientError } from "../../errors.js";
import { Delivery, type DeliverySink, type Parcel } from "./delivery.js";
import { refusedRequest } from "./failures.js";
import type { HttpLink } from "./http-link.js";
import type { HttpAnswer } from "./http-sender.js";

/** How long the rest of an answer may take. Until then the connection can be used again. */
const lingerMs = 1_000;

/** Sends what has no answer: a notification, a response to a request of the server, or the end of a session. */
export class Errand implements DeliverySink {
  /** Resolves when the server has taken it. Rejects with an McpClientError if it does not. */
  readonly taken: Promise<void>;
  readonly #link: HttpLink;
  readonly #delivery: Delivery;
  readonly #mostMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resolve!: () => void;
  #reject!: (error: McpClientError) => void;

  /** @param mostMs how long the server may take */
  constructor(link: HttpLink, parcel: Parcel, mostMs: number) {
    this.#link = link;
    this.#mostMs = mostMs;
    this.taken = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#delivery = new Delivery(link, parcel, this);
    this.waits(false);
    this.#delivery.start();
  }

  accepted(answer: HttpAnswer): void {
    clearTimeout(this.#timer);
    this.#resolve();
    const isStream = essenceOf(answer.header("content-type") ?? "") === "text/event-stream";
    if (isStream) this.#delivery.destroy();
    else this.#timer = unref(setTimeout(() => this.#delivery.destroy(), lingerMs));
  }

  data(): void {
    // Nothing is expected.
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  refused(answer: HttpAnswer, text: string, secrets: readonly string[]): void {
    this.failed(refusedRequest(answer, text, secrets, this.#link));
  }

  failed(error: McpClientError): void {
    clearTimeout(this.#timer);
    this.#delivery.destroy();
    this.#reject(error);
  }

  /** The time of the user who logs in is not the server's. */
  waits(isWaiting: boolean): void {
    clearTimeout(this.#timer);
    if (!isWaiting) this.#timer = startTimeLimit(this.#mostMs, () => this.#tooLate());
  }

  #tooLate(): void {
    const { name } = this.#link;
    const what = `${name} did not take a message within ${this.#mostMs} ms.`;
    this.failed(new McpTimeoutError(what, { server: name }));
  }
}
