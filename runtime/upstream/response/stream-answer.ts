/** Answers that come item by item: server-sent events and lines of JSON. A module of its own: few APIs have them. */
import type { Answer } from "./answer.js";
import { decodeText } from "./decode-text.js";
import type { Deadline } from "../exchange/deadline.js";
import type { MediaType } from "../../contract/media-type.js";
import type { ReadSettings } from "./response.js";
import { seconds } from "../exchange/retry.js";
import { ItemReader } from "./stream-items.js";
import { AnswerTooLarge } from "./too-large.js";

/** Of an item, as much as a progress message shows. */
const maxShown = 500;
/** Messages that may go out at once, and how many a second after that. */
const burst = 20;
const perSecond = 10;

/**
 * Reads a stream to its end, or as long as the call has time: what came by then is an answer too. Each item is told as
 * it comes.
 *
 * @throws AnswerTooLarge when a result can't hold it all
 */
export async function readStream(
  response: Response,
  type: MediaType,
  settings: ReadSettings,
  deadline: Deadline,
): Promise<{ readonly answer: Answer; readonly bytes: number }> {
  const { status } = response;
  const { redactors, stream, call } = settings;
  const limit = Math.max(settings.maxBytes, settings.keepBytes);
  const values: unknown[] = [];
  /** Their texts, once numbers can't hold one of them. */
  let sources: string[] | undefined;
  let bytes = 0;
  const onProgress = settings.onProgress && paced(settings.onProgress);
  const reader = new ItemReader(type, stream, redactors.data, (item) => {
    // A result holds no more; a list of millions takes many times their bytes.
    if (bytes > settings.maxBytes) return;
    if (item.source !== undefined) sources ??= values.map((value) => JSON.stringify(value));
    sources?.push(item.source ?? JSON.stringify(item.value));
    values.push(item.value);
    onProgress?.(item.text.length > maxShown ? `${item.text.slice(0, maxShown)}…` : item.text);
  });
  const chunks: Uint8Array[] = [];
  let note: string | undefined;
  const body = response.body?.getReader();
  try {
    for (let next = await body?.read(); next && !next.done; next = await body?.read()) {
      const chunk = next.value.subarray(0, limit - bytes);
      bytes += chunk.length;
      chunks.push(chunk);
      reader.feed(chunk);
      if (chunk.length < next.value.length) {
        note = `(The stream was cut after ${limit} bytes.)`;
        await body?.cancel();
        break;
      }
    }
  } catch (error) {
    if (!deadline.isOver || values.length === 0) throw error;
    note = `(The stream had not ended after ${seconds(deadline.timeoutMs)}; these are its first ${values.length} items.)`;
  }
  reader.end();
  const text = (): string => redactors.data.text(decodeText(Buffer.concat(chunks), type.charset));
  if (bytes > settings.maxBytes) {
    throw new AnswerTooLarge(
      `${call} succeeded with ${status}, but its stream has ${note ? "more than " : ""}${bytes} bytes; the limit is ${settings.maxBytes}.`,
      { kind: "text", status, text: text(), mimeType: type.essence },
    );
  }
  const notes = note === undefined ? {} : { notes: [note] };
  if (bytes === 0) return { answer: { kind: "empty", status, ...notes }, bytes };
  if (stream === undefined) {
    return {
      answer: { kind: "text", status, text: text(), mimeType: type.essence, ...notes },
      bytes,
    };
  }
  const source = sources && { source: `[${sources.join(",")}]` };
  return { answer: { kind: "json", status, value: values, ...source, ...notes }, bytes };
}

/** Leaves messages out where there are too many: the result has them all. */
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
