import { readTokenFile } from "../../package-files.js";
import { TokenCounter } from "./count-tokens.js";
import type { Measure } from "./list-size.js";
import { TokenTable } from "./token-table.js";

/** Runs of text that the tokenizer does not split; the cost of encoding one grows with the square of its length. */
const longPiece = /[\p{L}\p{M}]{300}|\s{300}|[^\s\p{L}\p{N}]{300}/u;
const sliceLength = 300;

let counter: TokenCounter | undefined;

/**
 * Returns a measure that counts the tokens of a value's JSON in the o200k encoding of GPT-4o, GPT-4.1 and GPT-5; other
 * models' counts differ by about a tenth. The encoding (two megabytes) is loaded on demand.
 */
export function loadTokenMeasure(): Measure {
  const tokens = (counter ??= new TokenCounter(new TokenTable(readTokenFile())));
  return (value) => {
    const text = JSON.stringify(value) ?? "";
    if (!longPiece.test(text)) return tokens.count(text);
    let sum = 0;
    for (let start = 0; start < text.length; start += sliceLength) {
      sum += tokens.count(text.slice(start, start + sliceLength));
    }
    return sum;
  };
}
