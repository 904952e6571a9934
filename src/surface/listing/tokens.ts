import type { Measure } from "./list-size.js";

/** Pieces of text that the tokenizer never cuts: what merging them costs grows with the square of their length. */
const longPiece = /[\p{L}\p{M}]{300}|\s{300}|[^\s\p{L}\p{N}]{300}/u;
const sliceLength = 300;

/**
 * Counts the tokens of a value's JSON as the o200k encoding of GPT-4o, GPT-4.1 and GPT-5 does; other models' counts
 * differ by about a tenth. The encoding is loaded first: two megabytes that only those need who count.
 */
export async function loadTokenMeasure(): Promise<Measure> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // A document may say `<|endoftext|>`: here it is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (value) => {
    const text = JSON.stringify(value) ?? "";
    if (!longPiece.test(text)) return countTokens(text, options);
    let tokens = 0;
    for (let start = 0; start < text.length; start += sliceLength) {
      tokens += countTokens(text.slice(start, start + sliceLength), options);
    }
    return tokens;
  };
}
