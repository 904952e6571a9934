import { decodeCacheAdvice, decodeReadResult } from "../../protocol/codec/decode-results.js";
import type { ReadResourceResult } from "../../protocol/model.js";
import type { ListOptions } from "../client.js";
import type { Exchange } from "../exchange/exchange.js";
import { requestInRounds } from "../exchange/rounds.js";
import type { AnswerCache } from "./answer-cache.js";

/** Reads a resource, from the kept answers if the server allows it. */
export async function readResource(
  exchange: Exchange,
  cache: AnswerCache,
  uri: string,
  options: ListOptions = {},
): Promise<ReadResourceResult> {
  const slot = { method: "resources/read", parameter: uri };
  // Other metadata may lead to another answer.
  const isKept = options.meta === undefined;
  const kept = isKept && !options.fresh ? cache.get<ReadResourceResult>(slot) : undefined;
  if (kept) return kept;
  const { changes } = cache;
  let rounds = 0;
  const counted = { ...options, onSend: () => void (rounds += 1) };
  return requestInRounds(exchange, "resources/read", { uri }, counted, (result) => {
    const read = decodeReadResult(result);
    // What depends on answers of the user is not the answer to the same request next time.
    if (isKept && rounds === 1) cache.put(slot, read, decodeCacheAdvice(result), changes);
    return read;
  });
}
