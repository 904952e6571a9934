import { isSequence, parseMediaType } from "../../../contract/media-type.js";
import { afterArrivals } from "../../../net/arrivals.js";
import { decodedBody } from "../content-coding.js";
import type { ResponseHeaders } from "../response-headers.js";
import type { ApiResponse } from "../sender.js";
import type { RoutedHandler } from "./route.js";

type Take = (part: Uint8Array) => boolean;

/** A body that nobody reads yet is taken from the connection up to this size. */
const mostUnread = 256 * 1024;

/**
 * A request on its way by undici, and its response. It has the methods of undici's first interface for handlers: the one that
 * replaces it decodes all fields of the header, and makes two objects more for each request, which takes a fiftieth of a call.
 */
export class UndiciResponse implements RoutedHandler, ApiResponse {
  status = 0;
  statusText = "";
  headers: ResponseHeaders = noHeaders;
  onOver = nothing;
  readonly #began: (response: ApiResponse) => void;
  readonly #failed: (reason: unknown) => void;
  readonly #isHead: boolean;
  #abort: ((reason: Error) => void) | undefined;
  #resume: (() => void) | undefined;
  #isPaused = false;
  /** Parts that nobody has taken yet. */
  #unread: Uint8Array[] = [];
  #unreadBytes = 0;
  #take: Take | undefined;
  #end: { readonly resolve: () => void; readonly reject: (reason: unknown) => void } | undefined;
  /** Whether the response is passed on only when its body is there. */
  #isAwaited = false;
  #isOver = false;
  #failure: { readonly reason: unknown } | undefined;

  /**
   * @param began called with this response when its header fields are there, or all of it if it is short
   * @param failed called instead if that doesn't come
   */
  constructor(
    method: string,
    began: (response: ApiResponse) => void,
    failed: (reason: unknown) => void,
  ) {
    this.#isHead = method === "HEAD";
    this.#began = began;
    this.#failed = failed;
  }

  /** Gives the request up. */
  stop(reason: unknown): void {
    if (this.#isOver) return;
    this.#fail(reason);
    this.#abort?.(reason instanceof Error ? reason : new Error("The request was stopped."));
  }

  discard(): void {
    this.stop(new Error("The response is not needed."));
  }

  get whole(): Uint8Array | undefined {
    return this.#isAwaited && this.#isOver ? joined(this.#unread, this.#unreadBytes) : undefined;
  }

  read(take: Take): Promise<void> {
    const coding = this.#coding;
    if (coding === null) return this.#readRaw(take);
    return decodedBody(coding, take, {
      read: (takeRaw) => this.#readRaw(takeRaw),
      pause: () => this.#pause(),
      resume: () => this.#continue(),
      discard: () => this.discard(),
    });
  }

  onConnect(abort: (reason: Error) => void): void {
    this.#abort = abort;
    if (this.#failure) abort(new Error("The request was stopped."));
  }

  /** @returns whether undici may go on reading, as in `onData` */
  onHeaders(
    status: number,
    fields: readonly Buffer[],
    resume: () => void,
    statusText: string,
  ): boolean {
    // An interim response, such as 103 Early Hints.
    if (status < 200) return true;
    this.#resume = resume;
    this.status = status;
    this.statusText = statusText;
    this.headers = new UndiciHeaders(fields);
    this.#isAwaited = this.#isShort;
    if (!this.#isAwaited) this.#began(this);
    return !this.#isPaused;
  }

  onData(part: Buffer): boolean {
    if (this.#take) {
      if (!this.#take(part)) this.#stopReading();
      return !this.#isPaused;
    }
    this.#unread.push(part);
    this.#unreadBytes += part.length;
    if (this.#unreadBytes <= mostUnread) return !this.#isPaused;
    this.#pause();
    if (this.#isAwaited) {
      this.#isAwaited = false;
      this.#began(this);
    }
    return !this.#isPaused;
  }

  onComplete(): void {
    this.#over();
    if (this.#isAwaited) afterArrivals(() => this.#began(this));
    this.#end?.resolve();
  }

  onError(error: Error): void {
    this.#fail(error);
    this.#over();
  }

  /** Whether the body has no coding, and is JSON or has a short length. The items of a sequence are wanted as they come. */
  get #isShort(): boolean {
    if (this.#coding !== null) return false;
    const essence = parseMediaType(this.headers.get("content-type"))?.essence ?? "";
    if (essence === "application/json") return true;
    if (isSequence(essence)) return false;
    const length = this.headers.get("content-length");
    return !this.#hasContent || (length !== null && Number(length) <= mostUnread);
  }

  get #coding(): string | null {
    return this.#hasContent ? this.headers.get("content-encoding") : null;
  }

  /** @see RFC 9110 section 6.4.1 */
  get #hasContent(): boolean {
    return !this.#isHead && this.status !== 204 && this.status !== 205 && this.status !== 304;
  }

  async #readRaw(take: Take): Promise<void> {
    const unread = this.#unread;
    this.#unread = [];
    for (const part of unread) {
      if (!take(part)) return this.discard();
    }
    if (this.#failure) throw this.#failure.reason;
    if (this.#isOver) return;
    await new Promise<void>((resolve, reject) => {
      this.#take = take;
      this.#end = { resolve, reject };
      if (this.#unreadBytes > mostUnread) this.#continue();
    });
  }

  #pause(): void {
    this.#isPaused = true;
  }

  #continue(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#resume?.();
  }

  #stopReading(): void {
    this.#take = () => true;
    this.#end?.resolve();
    this.discard();
  }

  #fail(reason: unknown): void {
    if (this.#failure) return;
    this.#failure = { reason };
    if (this.status === 0 || this.#isAwaited) this.#failed(reason);
    this.#end?.reject(reason);
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onOver();
  }
}

function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, bytes);
}

/** Names and values in turn, as undici has read them. Of most responses, only a few fields are looked at. */
class UndiciHeaders implements ResponseHeaders {
  readonly #fields: readonly Buffer[];

  constructor(fields: readonly Buffer[]) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const fields = this.#fields;
    const wanted = name.toLowerCase();
    let found: string | null = null;
    for (let place = 0; place < fields.length; place += 2) {
      const field = fields[place]!;
      if (field.length !== name.length || field.toString("latin1").toLowerCase() !== wanted)
        continue;
      const value = fields[place + 1]!.toString("latin1");
      found = found === null ? value : `${found}, ${value}`;
    }
    return found;
  }
}

const nothing = (): void => {};
const noHeaders: ResponseHeaders = { get: () => null };
