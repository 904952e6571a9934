import { AddressGuard } from "../../contract/address-guard.js";
import { defined } from "../../protocol/defined.js";
import { signalMs } from "../../protocol/limits/time-limit.js";
import type { ResourceSource } from "../../server/types/definitions.js";
import { encodeUri } from "../../resources/uri.js";
import { contentsOf, readLimits, requireCount } from "../content.js";
import type { HttpResourceOptions } from "../source-options.js";
import { HttpReader } from "./http-reader.js";

const defaultTimeoutMs = 30_000;

/** Offers what a URL answers. @throws TypeError for a URL, a header or an option that can't be used */
export function newHttpResource(url: string, options: HttpResourceOptions): ResourceSource {
  const {
    name = options.uri,
    mimeType,
    accept,
    maxBytes,
    headers = {},
    timeoutMs = defaultTimeoutMs,
    allowInternal = false,
    ...definition
  } = options;
  // As it is listed and read.
  const uri = encodeUri(options.uri);
  const limits = readLimits(defined({ accept, maxBytes }));
  requireCount("timeoutMs", timeoutMs);
  const reader = new HttpReader({
    url: readUrl(url),
    headers: readHeaders(headers),
    timeoutMs: signalMs(timeoutMs),
    maxBytes: limits.maxBytes,
    guard: new AddressGuard(allowInternal ? "local" : "public"),
  });
  return {
    register: (host) =>
      host.resource({ ...definition, uri, name, ...defined({ mimeType }) }, async (_uri, ctx) => {
        const { bytes, contentType } = await reader.read(ctx.signal);
        const type = mimeType ?? contentType ?? "application/octet-stream";
        return contentsOf(uri, type, bytes, limits);
      }),
  };
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    // The URL may hold a password, so the message doesn't.
    throw new TypeError("httpResource needs an http: or https: URL without user and password.");
  }
  return url;
}

function readHeaders(headers: { readonly [name: string]: string }): Headers {
  try {
    return new Headers(headers);
  } catch {
    throw new TypeError("httpResource has a header that can't be sent.");
  }
}
