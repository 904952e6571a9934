import { ToolError } from "../protocol/tool-error.js";
import type { Answer } from "./answer.js";
import { decodeText, decodeUtf8 } from "./decode-text.js";
import { losesIntegers } from "./exact-numbers.js";
import { isJsonType, isTextType, parseMediaType } from "./media-type.js";
import type { Redactor, Redactors } from "./redactor.js";
import { readBytes } from "./response-bytes.js";
import { describeFailure, UpstreamError } from "./upstream-error.js";

/** How an answer is read. */
export interface ReadSettings {
  /** Method and path template, for messages. */
  readonly call: string;
  readonly maxBytes: number;
  readonly redactors: Redactors;
}

/** As much of a failure as is read: a page of it explains the rest. */
const maxErrorBytes = 64 * 1024;

/**
 * Reads the answer of a call, free of the call's credentials.
 *
 * @throws UpstreamError for a status of 400 or above; ToolError when the body is larger than allowed.
 */
export async function readAnswer(response: Response, settings: ReadSettings): Promise<Answer> {
  const { status } = response;
  const failed = status >= 400;
  const limit = failed ? Math.min(maxErrorBytes, settings.maxBytes) : settings.maxBytes;
  const { bytes, complete, declared } = await readBytes(response, limit);
  const type = response.headers.get("content-type");
  if (!failed) {
    if (complete) return toAnswer(status, type, bytes, settings.redactors.data);
    const size = declared === undefined ? "" : `: it has ${declared} bytes`;
    throw new ToolError(
      `${settings.call} succeeded with ${status}, but its answer is larger than the limit of ${limit} bytes${size}.`,
    );
  }
  const answer = toAnswer(status, type, bytes, settings.redactors.errors, !complete);
  const all = declared === undefined ? "" : ` of ${declared}`;
  const cut = complete ? undefined : `(Only the first ${limit} bytes${all} were read.)`;
  const message = describeFailure(settings.call, response.statusText, answer, cut);
  throw new UpstreamError(settings.redactors.errors.text(message), answer);
}

/**
 * Decides what a body is: by its media type, and by a look at it when there is none. A body that claims to be JSON but
 * is not arrives as text.
 */
function toAnswer(
  status: number,
  contentType: string | null,
  bytes: Uint8Array,
  redactor: Redactor,
  partial = false,
): Answer {
  if (bytes.length === 0) return { kind: "empty", status };
  const type = parseMediaType(contentType);
  if (type === undefined) return sniff(status, bytes, redactor, partial);
  if (isJsonType(type.essence)) {
    const text = decodeText(bytes, type.charset, partial);
    return (
      json(status, text, redactor) ?? {
        kind: "text",
        status,
        text: redactor.text(text),
        mimeType: "text/plain",
      }
    );
  }
  if (isTextType(type.essence)) {
    const text = redactor.text(decodeText(bytes, type.charset, partial));
    return { kind: "text", status, text, mimeType: type.essence };
  }
  return { kind: "media", status, media: { mimeType: type.essence, data: bytes } };
}

function json(status: number, text: string, redactor: Redactor): Answer | undefined {
  try {
    const value = redactor.json(JSON.parse(text), text);
    const source = losesIntegers(text) ? { source: redactor.text(text) } : {};
    return { kind: "json", status, value, ...source };
  } catch {
    return undefined;
  }
}

function sniff(status: number, bytes: Uint8Array, redactor: Redactor, partial: boolean): Answer {
  const text = decodeUtf8(bytes, partial);
  if (text === undefined || text.includes("\0")) {
    const media = { mimeType: "application/octet-stream", data: bytes };
    return { kind: "media", status, media };
  }
  const answer = /^\s*[[{]/.test(text) ? json(status, text, redactor) : undefined;
  return answer ?? { kind: "text", status, text: redactor.text(text), mimeType: "text/plain" };
}
