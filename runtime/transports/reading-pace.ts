/** How long a client may take to read what was sent to it. Unread bytes stay in the server's memory. */

/** Time before the rate counts. */
const graceMs = 30_000;
/** 32 kB per second: less than any network on which a server is of use. */
const bytesPerMs = 32;

/** Returns the longest time that a client may take to read so many bytes. */
export function readingTimeMs(bytes: number): number {
  return graceMs + bytes / bytesPerMs;
}

/** Watches one open connection, on which messages follow one another. */
export class ReadingPace {
  /** Bytes that wait or have been sent since the client was last seen to have read all. */
  #owed = 0;
  #since: number | undefined;
  #written = 0;

  /**
   * Call this at intervals.
   *
   * @param written bytes sent so far
   * @param unread bytes of these that the client has not read
   */
  isTooSlow(written: number, unread: number, now: number = performance.now()): boolean {
    if (unread === 0) {
      this.#since = undefined;
    } else if (this.#since === undefined) {
      this.#since = now;
      this.#owed = unread;
    } else {
      this.#owed += written - this.#written;
    }
    this.#written = written;
    return this.#since !== undefined && now - this.#since > readingTimeMs(this.#owed);
  }
}
