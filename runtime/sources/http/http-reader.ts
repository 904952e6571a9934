import { AddressRefused, type AddressGuard } from "../../contract/address-guard.js";
import { ToolError } from "../../protocol/tool-error.js";
import { ResourceNotFound } from "../../server/registry/resource-not-found.js";
import { tooLarge } from "../content.js";

/** What is fetched, and how. */
export interface HttpTarget {
  readonly url: URL;
  readonly headers: Headers;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly guard: AddressGuard;
}

/** What a URL answered. */
export interface HttpContent {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

interface CachedContent extends HttpContent {
  readonly etag: string;
}

const maxRedirects = 5;

/** Fetches a URL. An answer with an `ETag` is kept, and fetched again only if the server says that it has changed. */
export class HttpReader {
  readonly #target: HttpTarget;
  #cached: CachedContent | undefined;

  constructor(target: HttpTarget) {
    this.#target = target;
  }

  /** @throws ResourceNotFound for 404 and 410, ToolError for all else that is no content. No message shows URL or headers. */
  async read(signal: AbortSignal): Promise<HttpContent> {
    const limit = AbortSignal.timeout(this.#target.timeoutMs);
    try {
      return await this.#read(AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ToolError || error instanceof ResourceNotFound) throw error;
      if (limit.aborted) {
        throw new ToolError(`The resource was not there after ${this.#target.timeoutMs} ms.`);
      }
      throw new ToolError(`The resource can't be fetched: ${await reasonOf(error)}.`);
    }
  }

  async #read(signal: AbortSignal): Promise<HttpContent> {
    const cached = this.#cached;
    const response = await this.#fetch(signal, cached);
    if (response.status === 304 && cached) {
      await response.body?.cancel();
      return cached;
    }
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) throw new ResourceNotFound();
      throw new ToolError(`The resource can't be fetched: status ${response.status}.`);
    }
    const bytes = await boundedBody(response, this.#target.maxBytes);
    const content = { bytes, contentType: response.headers.get("content-type") ?? undefined };
    const etag = response.headers.get("etag");
    const isKept = !/(?:^|[\s,])no-store(?:$|[\s,])/i.test(
      response.headers.get("cache-control") ?? "",
    );
    this.#cached = etag !== null && isKept ? { ...content, etag } : undefined;
    return content;
  }

  /** Follows redirects within the origin, because others must not get the headers or be chosen by the server. */
  async #fetch(signal: AbortSignal, cached: CachedContent | undefined): Promise<Response> {
    const headers = new Headers(this.#target.headers);
    if (cached) headers.set("if-none-match", cached.etag);
    let { url } = this.#target;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const response = await this.#target.guard.fetch(url.href, {
        headers,
        signal,
        redirect: "manual",
      });
      const location = isRedirect(response) ? response.headers.get("location") : null;
      if (location === null) return response;
      await response.body?.cancel();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (next?.origin !== url.origin) {
        throw new ToolError("The resource can't be fetched: it was moved to another origin.");
      }
      url = next;
    }
    throw new ToolError("The resource can't be fetched: there are too many redirects.");
  }
}

function isRedirect({ status }: Response): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Reads a body up to a limit, which counts bytes after decompression. @throws ToolError for a longer one */
async function boundedBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    const bytes = piece.value as Uint8Array;
    length += bytes.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw tooLarge(maxBytes);
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Says why a request failed, without what was requested. */
async function reasonOf(error: unknown): Promise<string> {
  for (let each = error, depth = 0; depth < 5 && each instanceof Error; depth++) {
    if (each instanceof AddressRefused) return "its host has an address that must not be reached";
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === "string" && /^[A-Z][A-Z\d_]+$/.test(code)) {
      const { networkErrorText } = await import("../../contract/network-errors.js");
      return networkErrorText(code);
    }
    each = each.cause;
  }
  return "the connection failed";
}
