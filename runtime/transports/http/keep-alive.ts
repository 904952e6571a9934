import { unref } from "../../protocol/unref.js";

/** Writes keep-alive comments to all event streams of an endpoint, with one timer. */
export class KeepAlive {
  readonly #intervalMs: number;
  readonly #streams = new Set<{ comment(): void }>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  add(stream: { comment(): void }): void {
    this.#streams.add(stream);
    this.#timer ??= unref(
      setInterval(() => {
        for (const each of this.#streams) each.comment();
      }, this.#intervalMs),
    );
  }

  delete(stream: { comment(): void }): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
