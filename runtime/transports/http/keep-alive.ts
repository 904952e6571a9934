import { unref } from "../../protocol/unref.js";
import { keepAliveMs } from "./options.js";

/** Writes keep-alive comments to all event streams of an endpoint, with one timer. */
export class KeepAlive {
  readonly #streams = new Set<{ comment(): void }>();
  #timer: ReturnType<typeof setInterval> | undefined;

  add(stream: { comment(): void }): void {
    this.#streams.add(stream);
    this.#timer ??= unref(
      setInterval(() => {
        for (const each of this.#streams) each.comment();
      }, keepAliveMs),
    );
  }

  delete(stream: { comment(): void }): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
