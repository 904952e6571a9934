import type { Dispatcher } from "undici";
import { isSequence, parseMediaType } from "../../../contract/media-type.js";
import { afterArrivals } from "../../../net/arrivals.js";
import { decodedBody } from "../content-coding.js";
import type { ResponseHeaders } from "../response-headers.js";
import type { ApiResponse } from "../sender.js";
import type { RoutedHandler } from "./route.js";

type Controller = Dispatcher.DispatchController;
type Take = (part: Uint8Array) => boolean;

/** A body that nobody reads yet is taken from the connection up to this size. */
const mostUnread = 256 * 1024;

/** A request on its way by undici, and its response. */
export class UndiciResponse implements RoutedHandler, ApiResponse {
  status = 0;
  statusText = "";
  headers: ResponseHeaders = noHeaders;
  onOver: () => void = () => {};
  readonly #began: (response: ApiResponse) => void;
  readonly #failed: (reason: unknown) => void;
  readonly #isHead: boolean;
  #controller: Controller | undefined;
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
    this.#controller?.abort(
      reason instanceof Error ? reason : new Error("The request was stopped."),
    );
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
      pause: () => this.#controller?.pause(),
      resume: () => this.#controller?.resume(),
      discard: () => this.discard(),
    });
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(new Error("The request was stopped."));
  }

  onResponseStart(
    _controller: Controller,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    statusText = "",
  ): void {
    // An interim response, such as 103 Early Hints.
    if (status < 200) return;
    this.status = status;
    this.statusText = statusText;
    this.headers = new UndiciHeaders(headers);
    this.#isAwaited = this.#isShort;
    if (!this.#isAwaited) this.#began(this);
  }

  onResponseData(controller: Controller, part: Uint8Array): void {
    if (this.#take) {
      if (!this.#take(part)) this.#stopReading();
      return;
    }
    this.#unread.push(part);
    this.#unreadBytes += part.length;
    if (this.#unreadBytes <= mostUnread) return;
    controller.pause();
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    this.#began(this);
  }

  onResponseEnd(): void {
    this.#over();
    if (this.#isAwaited) afterArrivals(() => this.#began(this));
    this.#end?.resolve();
  }

  onResponseError(_controller: Controller, error: Error): void {
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
      if (this.#unreadBytes > mostUnread) this.#controller?.resume();
    });
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

/** The header fields that undici has parsed, by their names in lower case. */
class UndiciHeaders implements ResponseHeaders {
  readonly #fields: Readonly<Record<string, string | string[] | undefined>>;

  constructor(fields: Readonly<Record<string, string | string[] | undefined>>) {
    this.#fields = fields;
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    const value = Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
    return (Array.isArray(value) ? value.join(", ") : value) ?? null;
  }
}

const noHeaders: ResponseHeaders = { get: () => null };
