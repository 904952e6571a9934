import type { CallContext } from "../types/call-context.js";
import { readFile } from "./bytes.js";
import { isStream, readStream } from "./read-stream.js";

/**
 * Waits for what a handler returned: reads a stream to its end, and makes `Media` of bytes. Other values stay as they are.
 *
 * @param mimeType the declared type of bytes
 */
export async function settleValue(
  returned: unknown,
  ctx: CallContext,
  mimeType?: string,
): Promise<unknown> {
  const value = isStream(returned) ? await readStream(returned, ctx) : returned;
  return (await readFile(value, mimeType)) ?? value;
}
