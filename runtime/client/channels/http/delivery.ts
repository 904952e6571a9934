import { retryAfter } from "../../../net/retries.js";
import { isPromiseLike } from "../../../protocol/maybe-promise.js";
import { McpClientError, McpConnectionError } from "../../errors.js";
import type { AuthorizedClientRequest } from "../../client-options.js";
import { brokenConnection, crossOriginRedirect, tooManyRedirects } from "./failures.js";
import type { HttpLink } from "./http-link.js";
import { secretsOf } from "./request-headers.js";
import type { HttpAnswer, HttpMethod, HttpSink, Sending } from "./http-sender.js";

/** Receives the final answer to a request. After `end`, `refused` and `failed` nothing more is called. */
export interface DeliverySink {
  /** The status is 2xx. */
  accepted(answer: HttpAnswer): void;
  data(bytes: Uint8Array): void;
  end(): void;
  /**
   * The status is another.
   *
   * @param text the body, or its beginning
   * @param secrets what the body must not tell others: values of the request's headers
   */
  refused(answer: HttpAnswer, text: string, secrets: readonly string[]): void;
  failed(error: McpClientError): void;
  /** The request waits for another token. */
  waits?(isWaiting: boolean): void;
}

/** What a delivery sends. */
export interface Parcel {
  readonly method: HttpMethod;
  /** Where it goes; default: the link's URL. */
  readonly url?: URL;
  readonly body?: string;
  /** Headers besides those of the link, as names and values in turn: a new list for each time that the request is sent. */
  headers(): string[];
}

const maxRedirects = 5;
const maxRefusals = 8;
const maxBusy = 3;
/** Longest body of an answer that refuses a request. */
const maxRefusalChars = 1024 * 1024;

/**
 * One request with everything for which it is sent again: redirects on the same origin, refused tokens, servers that are busy
 * (429 and 503, by which nothing was done yet), and connections that the server had closed already.
 */
export class Delivery implements HttpSink {
  readonly #link: HttpLink;
  readonly #parcel: Parcel;
  readonly #sink: DeliverySink;
  /** Where the request goes. A redirect changes it. */
  url: URL;
  #shared: readonly string[] = [];
  #sending: Sending | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | undefined;
  #isOver = false;
  /** The answer that refuses the request, while its body arrives. */
  #refusal: HttpAnswer | undefined;
  #text = "";
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #redirects = 0;
  #refusals = 0;
  #request: AuthorizedClientRequest | undefined;
  #busy = 0;
  #wasStale = false;

  constructor(link: HttpLink, parcel: Parcel, sink: DeliverySink) {
    this.#link = link;
    this.#parcel = parcel;
    this.#sink = sink;
    this.url = parcel.url ?? link.url;
  }

  start(): void {
    const { headers: source } = this.#link;
    if (source.fixed) return this.#send(source.fixed);
    try {
      const headers = source.for(() => this.#authorized());
      if (isPromiseLike(headers)) {
        headers.then(
          (list) => this.#send(list),
          (error: unknown) => this.#fail(this.#unmade(error)),
        );
      } else this.#send(headers);
    } catch (error) {
      this.#fail(this.#unmade(error));
    }
  }

  /** Gives the request up. Its sink is not called any more. */
  destroy(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#sending?.destroy();
    this.#abort?.abort();
  }

  /** Returns what an error message must not repeat: values of the request's headers. */
  secrets(): readonly string[] {
    return secretsOf(this.#shared);
  }

  head(answer: HttpAnswer): void {
    if (this.#isOver) return;
    const { status } = answer;
    if (status >= 200 && status < 300) this.#sink.accepted(answer);
    else this.#refusal = answer;
  }

  data(bytes: Uint8Array): void {
    if (this.#isOver) return;
    if (!this.#refusal) return this.#sink.data(bytes);
    this.#decoder ??= new TextDecoder();
    this.#text += this.#decoder.decode(bytes, { stream: true });
    if (this.#text.length <= maxRefusalChars) return;
    this.#sending?.destroy();
    this.end();
  }

  end(): void {
    if (this.#isOver) return;
    const refusal = this.#refusal;
    if (!refusal) {
      this.#isOver = true;
      this.#sink.end();
      return;
    }
    const text = this.#text;
    this.#refusal = this.#decoder = undefined;
    this.#text = "";
    this.#judge(refusal, text);
  }

  failed(error: Error, stale: boolean): void {
    if (this.#isOver) return;
    if (stale && !this.#wasStale) {
      this.#wasStale = true;
      return this.start();
    }
    this.#fail(brokenConnection(error, this.#link));
  }

  /** The same object for all attempts at one URL, by which the authorization knows the token that was refused. */
  #authorized(): AuthorizedClientRequest {
    this.#abort ??= new AbortController();
    if (this.#request?.url === this.url) return this.#request;
    return (this.#request = {
      server: this.#link.server,
      url: this.url,
      method: this.#parcel.method,
      protocolVersion: this.#link.revision,
      signal: this.#abort.signal,
    });
  }

  #send(shared: readonly string[]): void {
    if (this.#isOver) return;
    this.#shared = shared;
    const { method, body } = this.#parcel;
    const headers = this.#parcel.headers();
    for (const each of shared) headers.push(each);
    try {
      this.#sending = this.#link.sender.send({ method, url: this.url, headers, body }, this);
    } catch (error) {
      this.#fail(this.#unmade(error));
    }
  }

  /** Decides what follows from an answer that is no success. */
  #judge(answer: HttpAnswer, text: string): void {
    const { status } = answer;
    const location = answer.header("location");
    if (location !== undefined && repeats.has(status)) return this.#redirect(status, location);
    if (status === 401 || status === 403) return void this.#reauthorize(answer, text);
    const wait = status === 429 || status === 503 ? this.#wait(answer) : undefined;
    if (wait === undefined) return this.#refuse(answer, text);
    this.#busy += 1;
    this.#timer = setTimeout(() => this.start(), wait);
  }

  #redirect(status: number, location: string): void {
    const url = URL.canParse(location, this.url.href) ? new URL(location, this.url) : undefined;
    if (url?.origin !== this.url.origin) {
      return this.#fail(crossOriginRedirect(status, location, url, this.#link));
    }
    if (this.#redirects === maxRedirects) return this.#fail(tooManyRedirects(this.#link));
    this.#redirects += 1;
    this.url = url;
    if (!this.#parcel.url && (status === 301 || status === 308)) this.#link.url = url;
    this.start();
  }

  async #reauthorize(answer: HttpAnswer, text: string): Promise<void> {
    const attempt = this.#refusals;
    this.#refusals += 1;
    this.#sink.waits?.(true);
    try {
      const again =
        attempt < maxRefusals &&
        (await this.#link.authorization?.refused(this.#authorized(), {
          status: answer.status,
          header: (name) => answer.header(name),
          attempt,
        }));
      if (this.#isOver) return;
      if (again) this.start();
      else this.#refuse(answer, text);
    } catch (error) {
      this.#fail(this.#unmade(error));
    } finally {
      if (!this.#isOver) this.#sink.waits?.(false);
    }
  }

  /** Returns how long to wait for a busy server, or undefined if no longer. */
  #wait(answer: HttpAnswer): number | undefined {
    if (this.#busy === maxBusy) return undefined;
    const asked = retryAfter(answer.header("retry-after"));
    // Callers that were refused together should not come back together.
    const wait = asked ?? 500 * 2 ** this.#busy;
    return wait <= this.#link.patienceMs
      ? wait + Math.random() * Math.min(250, wait / 4)
      : undefined;
  }

  #refuse(answer: HttpAnswer, text: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sink.refused(answer, text, this.secrets());
  }

  #fail(error: McpClientError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#sink.failed(error);
  }

  #unmade(error: unknown): McpClientError {
    if (error instanceof McpClientError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new McpConnectionError(
      `The request to ${this.#link.name} could not be made: ${reason}`,
      { server: this.#link.name, cause: error },
    );
  }
}

/** Statuses by which a request is repeated elsewhere. 303 asks for another one. @see RFC 9110 section 15.4 */
const repeats: ReadonlySet<number> = new Set([301, 302, 307, 308]);
