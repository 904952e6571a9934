import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import { ToolError } from "../../protocol/tool-error.js";
import { withNote, type Answer, type Reply } from "./answer.js";
import { bodyAnswer } from "./body-answer.js";
import { cacheHints } from "./cache-control.js";
import type { Deadline } from "../exchange/deadline.js";
import type { ResponseHeaders } from "../exchange/response-headers.js";
import type { ApiResponse } from "../exchange/sender.js";
import {
  isJsonType,
  isSequence,
  isMultipart,
  parseMediaType,
  type MediaType,
} from "../../contract/media-type.js";
import type { ReadSettings } from "./read-settings.js";
import { readBytes, type ResponseBytes } from "./response-bytes.js";
import { retryAfter } from "../../net/retries.js";
import { seconds } from "../exchange/retry.js";
import { describeFailure } from "./describe-failure.js";
import { AnswerTooLarge } from "./answer-too-large.js";
import { UpstreamError } from "./upstream-error.js";

/** Maximum size of an error body that is read. */
const maxErrorBytes = 64 * 1024;

/** Content codings that `fetch` decodes. */
const readable = /^(?:(?:identity|x-gzip|gzip|deflate|br)(?:\s*,\s*|$))*$/i;

/**
 * Reads the answer of a call and hides the call's credentials in it.
 *
 * @throws UpstreamError for a status of 400 or above; AnswerTooLarge for an answer that does not fit a result; ToolError
 *   for one that can't be read
 */
export function readReply(
  response: ApiResponse,
  settings: ReadSettings,
  deadline: Deadline,
): MaybePromise<Reply> {
  const { status, headers } = response;
  if (status >= 400) {
    return readFailure(response, settings).then((failure) => {
      throw failure;
    });
  }
  const coding = headers.get("content-encoding");
  if (coding !== null && !readable.test(coding.trim())) {
    response.discard();
    throw new ToolError(
      `${settings.call} succeeded with ${status}, but its answer has the content coding ${coding.slice(0, 40)}, which is not supported.`,
    );
  }
  const type = parseMediaType(headers.get("content-type"));
  const read =
    type && isSequence(type.essence)
      ? readSequence(response, type, settings, deadline)
      : readWhole(response, type, settings);
  return andThen(read, ({ answer, bytes }) => {
    const { data } = settings.redactors;
    const redact = (text: string): string => data.text(text);
    return {
      answer: withFacts(answer, headers, settings),
      headers,
      redact,
      bytes,
      url: settings.url,
    };
  });
}

interface ReadAnswer {
  readonly answer: Answer;
  readonly bytes: number;
}

function readWhole(
  response: ApiResponse,
  type: MediaType | undefined,
  settings: ReadSettings,
): MaybePromise<ReadAnswer> {
  const limit = Math.max(settings.maxBytes, settings.keepBytes);
  return andThen(readBytes(response, limit), (read) => {
    const { status } = response;
    refuseCut(read, limit, status, settings);
    const { bytes } = read;
    return andThen(bodyAnswer(status, type, bytes, settings.redactors.data), (answer) =>
      answer.kind === "json" && bytes.length <= settings.maxBytes
        ? { answer, bytes: bytes.length }
        : examined(answer, type, bytes, settings),
    );
  });
}

/** @throws AnswerTooLarge */
function refuseCut(
  { complete, declared }: ResponseBytes,
  limit: number,
  status: number,
  { call }: ReadSettings,
): void {
  if (!complete) {
    const size = declared === undefined ? "" : `: it has ${declared} bytes`;
    throw new AnswerTooLarge(
      `${call} succeeded with ${status}, but its answer is larger than the limit of ${limit} bytes${size}.`,
    );
  }
}

/** Judges what is not simply JSON. @throws AnswerTooLarge; ToolError for a text that is not what was asked for */
async function examined(
  answer: Answer,
  type: MediaType | undefined,
  bytes: Uint8Array,
  settings: ReadSettings,
): Promise<ReadAnswer> {
  const { status } = answer;
  const { call, maxBytes, redactors } = settings;
  if (bytes.length > maxBytes) {
    throw new AnswerTooLarge(
      `${call} succeeded with ${status}, but its answer has ${bytes.length} bytes; the limit is ${maxBytes}.`,
      answer,
    );
  }
  if (answer.kind === "text" && isSuspicious(answer.text, type)) {
    const { describeUnexpected } = await import("./unexpected-text.js");
    const found = describeUnexpected(answer, type, settings.accept ?? "*/*");
    if (found) throw new ToolError(`${call} succeeded with ${status}, but its answer is ${found}`);
  }
  if (answer.kind === "media" && type && isMultipart(type.essence)) {
    const { multipartParts } = await import("./multipart-answer.js");
    const parts = await multipartParts(status, type, bytes, redactors.data);
    if (parts) return { answer: { ...answer, parts }, bytes: bytes.length * 2 };
  }
  return { answer, bytes: bytes.length };
}

async function readSequence(
  response: ApiResponse,
  type: MediaType,
  settings: ReadSettings,
  deadline: Deadline,
): Promise<ReadAnswer> {
  const { readStream } = await import("./stream-answer.js");
  return readStream(response, type, settings, deadline);
}

async function readFailure(response: ApiResponse, settings: ReadSettings): Promise<UpstreamError> {
  const { call, redactors } = settings;
  const limit = Math.min(maxErrorBytes, settings.maxBytes);
  const { bytes, complete, declared } = await readBytes(response, limit);
  const type = parseMediaType(response.headers.get("content-type"));
  const answer = await bodyAnswer(response.status, type, bytes, redactors.errors, !complete);
  const all = declared === undefined ? "" : ` of ${declared}`;
  const notes = complete ? [] : [`(Only the first ${limit} bytes${all} were read.)`];
  const wait = retryAfter(response.headers.get("retry-after"));
  if (wait !== undefined)
    notes.push(`(The API asks to wait ${seconds(wait)} before it is called again.)`);
  let unexpected: string | undefined;
  if (answer.kind === "text" && complete && isSuspicious(answer.text, type)) {
    const { describeUnexpected } = await import("./unexpected-text.js");
    unexpected = describeUnexpected(answer, type);
  }
  const message = describeFailure(call, response.statusText, answer, notes, unexpected);
  return new UpstreamError(redactors.errors.text(message), answer);
}

/** Whether a text may be an HTML page or broken JSON. Quick, because it is asked for every text. */
function isSuspicious(text: string, type: MediaType | undefined): boolean {
  return /^\s*</.test(text) || type?.essence === "text/html" || isJsonType(type?.essence ?? "");
}

/** Adds what the response's headers state: where the result is, how long the answer stays fresh. */
function withFacts(answer: Answer, headers: ResponseHeaders, settings: ReadSettings): Answer {
  let result = answer;
  const location = headers.get("location");
  if (location !== null && (answer.status === 202 || answer.status === 201)) {
    const place = settings.redactors.data.text(location).slice(0, 2_000);
    const wait = retryAfter(headers.get("retry-after"));
    const when = wait === undefined ? "" : `, not before ${seconds(wait)} have passed`;
    const outcome =
      answer.status === 201
        ? `Created at ${place}`
        : `Accepted, but not completed yet; get the outcome from ${place}${when}`;
    result = withNote(result, `(${outcome}.)`);
  }
  const cache = cacheHints(headers, settings.isPersonal);
  return cache === undefined ? result : { ...result, cache };
}
