/** Streams: server-sent events and lines of JSON. A separate module, because few APIs have them. */
import { keepIntegers } from "../../protocol/keep-integers.js";
import type { Answer } from "./answer.js";
import { decodeText } from "./decode-text.js";
import type { Deadline } from "../exchange/deadline.js";
import type { ApiResponse } from "../exchange/sender.js";
import type { MediaType } from "../../contract/media-type.js";
import type { ReadSettings } from "./read-settings.js";
import { seconds } from "../exchange/retry.js";
import { ItemReader, streamDecoder } from "./stream-items.js";
import { AnswerTooLarge } from "./answer-too-large.js";

/** Maximum length of an item in a progress message, in characters. */
const maxShown = 500;
/** Progress messages that may be sent at once, and per second after that. */
const burst = 20;
const perSecond = 10;

/**
 * Reads a stream to its end or until the call's deadline; the items received by then are an answer, too. Reports each
 * item as progress.
 *
 * @throws AnswerTooLarge when the stream does not fit a result
 */
export async function readStream(
  response: ApiResponse,
  type: MediaType,
  settings: ReadSettings,
  deadline: Deadline,
): Promise<{ readonly answer: Answer; readonly bytes: number }> {
  const { status } = response;
  const { redactors, stream, call } = settings;
  const limit = Math.max(settings.maxBytes, settings.keepBytes);
  const values: unknown[] = [];
  /** The JSON texts of `values`, kept once numbers can't hold an integer of an item. */
  let sources: string[] | undefined;
  let bytes = 0;
  const onProgress = settings.onProgress && paced(settings.onProgress);
  const reader = new ItemReader(type, await streamDecoder(type), stream, redactors.data, (item) => {
    // The result can't hold more, and parsed values take many times their bytes.
    if (bytes > settings.maxBytes) return;
    if (item.source !== undefined) sources ??= values.map((value) => JSON.stringify(value));
    sources?.push(item.source ?? JSON.stringify(item.value));
    values.push(item.value);
    onProgress?.(item.text.length > maxShown ? `${item.text.slice(0, maxShown)}…` : item.text);
  });
  const chunks: Uint8Array[] = [];
  let note: string | undefined;
  try {
    await response.read((part) => {
      const chunk = part.subarray(0, limit - bytes);
      bytes += chunk.length;
      chunks.push(chunk);
      reader.feed(chunk);
      if (chunk.length === part.length) return true;
      note = `(The stream was cut after ${limit} bytes.)`;
      return false;
    });
  } catch (error) {
    if (!deadline.isOver || values.length === 0) throw error;
    note = `(The stream had not ended after ${seconds(deadline.timeoutMs)}; these are its first ${values.length} items.)`;
  }
  reader.end();
  const charset = type.essence === "text/event-stream" ? undefined : type.charset;
  const text = async (): Promise<string> =>
    redactors.data.text(await decodeText(Buffer.concat(chunks), charset));
  if (bytes > settings.maxBytes) {
    throw new AnswerTooLarge(
      `${call} succeeded with ${status}, but its stream has ${note ? "more than " : ""}${bytes} bytes; the limit is ${settings.maxBytes}.`,
      { kind: "text", status, text: await text(), mimeType: type.essence },
    );
  }
  const notes = note === undefined ? {} : { notes: [note] };
  if (bytes === 0) return { answer: { kind: "empty", status, ...notes }, bytes };
  if (stream === undefined) {
    return {
      answer: { kind: "text", status, text: await text(), mimeType: type.essence, ...notes },
      bytes,
    };
  }
  const source = sources && { source: `[${sources.join(",")}]` };
  // Large integers of the items themselves: those inside an item are kept with it.
  if (source) keepIntegers(source.source, values);
  return { answer: { kind: "json", status, value: values, ...source, ...notes }, bytes };
}

/** Limits the rate of messages; the result has all items. */
function paced(onProgress: (message: string) => void): (message: string) => void {
  let credit = burst;
  let last = performance.now();
  return (message) => {
    const now = performance.now();
    credit = Math.min(burst, credit + ((now - last) / 1000) * perSecond);
    last = now;
    if (credit < 1) return;
    credit -= 1;
    onProgress(message);
  };
}
