import { andThen, type MaybePromise } from "../../protocol/maybe-promise.js";
import { keepIntegers } from "../../protocol/keep-integers.js";
import { exactText } from "../../protocol/marked-integers.js";
import { withBigInts } from "../../protocol/read-integers.js";
import { maxNesting, nestsTooDeep } from "../../protocol/nesting.js";
import type { Answer } from "./answer.js";
import { declaredCharset, decodeText, decodeUtf8 } from "./decode-text.js";
import { losesIntegers } from "./exact-numbers.js";
import { isJsonType, isTextType, type MediaType } from "../../contract/media-type.js";
import type { Redactor } from "../../protocol/text/redactor.js";

/**
 * Reads a body by its media type, or by its content if there is none. A body that claims to be JSON but is not, or is
 * nested too deeply, becomes text.
 *
 * @param partial the bytes may end within a character
 */
export function bodyAnswer(
  status: number,
  type: MediaType | undefined,
  bytes: Uint8Array,
  redactor: Redactor,
  partial = false,
): MaybePromise<Answer> {
  if (bytes.length === 0) return { kind: "empty", status };
  if (type === undefined) return sniff(status, bytes, redactor, partial);
  const { essence } = type;
  if (isJsonType(essence)) {
    return andThen(
      decodeText(bytes, type.charset, partial),
      (text): Answer =>
        jsonAnswer(status, text, redactor) ?? textAnswer(status, text, "text/plain", redactor),
    );
  }
  if (isTextType(essence)) {
    const charset = type.charset ?? declaredCharset(essence, bytes);
    return andThen(decodeText(bytes, charset, partial), (text) =>
      textAnswer(status, text, essence, redactor),
    );
  }
  return { kind: "media", status, media: { mimeType: essence, data: redactor.bytes(bytes) } };
}

function textAnswer(status: number, text: string, mimeType: string, redactor: Redactor): Answer {
  return { kind: "text", status, text: redactor.text(text), mimeType };
}

/** Parses JSON and keeps all digits of its integers; undefined when it is invalid or nested too deeply. */
export function jsonAnswer(
  status: number,
  text: string,
  redactor: Redactor,
): (Answer & { readonly kind: "json" }) | undefined {
  if (!opensFew(text) && nestsTooDeep(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!losesIntegers(text)) {
      return { kind: "json", status, value: redactor.json(parsed, text) };
    }
    const value = redactor.json(keepIntegers(text, parsed), text);
    // Redacting the text itself could break its JSON.
    const source = redactor.finds(text) ? exactText(withBigInts(value)) : text;
    return { kind: "json", status, value, source };
  } catch {
    return undefined;
  }
}

function sniff(status: number, bytes: Uint8Array, redactor: Redactor, partial: boolean): Answer {
  const text = decodeUtf8(bytes, partial);
  if (text === undefined || text.includes("\0")) {
    const media = { mimeType: "application/octet-stream", data: redactor.bytes(bytes) };
    return { kind: "media", status, media };
  }
  const answer = /^\s*[[{]/.test(text) ? jsonAnswer(status, text, redactor) : undefined;
  return answer ?? textAnswer(status, text, "text/plain", redactor);
}

/** Whether a text has too few opening brackets to nest too deeply. It takes a tenth of the scan. */
function opensFew(text: string): boolean {
  let left = maxNesting;
  for (const bracket of ["{", "["]) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}
