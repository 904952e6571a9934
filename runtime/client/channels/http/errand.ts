import { essenceOf } from "../../../contract/media-type.js";
import type { McpClientError } from "../../errors.js";
import { Delivery, type DeliverySink, type Parcel } from "./delivery.js";
import { refusedRequest } from "./failures.js";
import type { HttpLink } from "./http-link.js";
import type { HttpAnswer } from "./http-sender.js";

/** Sends what has no answer: a notification, a response to a request of the server, or the end of a session. */
export class Errand implements DeliverySink {
  /** Resolves when the server has taken it. Rejects with an McpClientError if it does not. */
  readonly taken: Promise<void>;
  readonly #link: HttpLink;
  readonly #delivery: Delivery;
  #resolve!: () => void;
  #reject!: (error: McpClientError) => void;

  constructor(link: HttpLink, parcel: Parcel) {
    this.#link = link;
    this.taken = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#delivery = new Delivery(link, parcel, this);
    this.#delivery.start();
  }

  giveUp(): void {
    this.#delivery.destroy();
    this.#resolve();
  }

  accepted(answer: HttpAnswer): void {
    // A stream would not end. Anything else is read to its end, so that the connection can be used again.
    if (essenceOf(answer.header("content-type") ?? "") === "text/event-stream") this.giveUp();
  }

  data(): void {
    // Nothing is expected.
  }

  end(): void {
    this.#resolve();
  }

  refused(answer: HttpAnswer, text: string, secrets: readonly string[]): void {
    this.#reject(refusedRequest(answer, text, secrets, this.#link));
  }

  failed(error: McpClientError): void {
    this.#reject(error);
  }
}
