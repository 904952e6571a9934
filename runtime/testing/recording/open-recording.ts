import type { MemoryTransport } from "../../transports/memory.js";
import type { RecordOptions, SessionRecorder } from "./session-recorder.js";

/**
 * Begins to record a session, so that tests can play it without the server:
 *
 *     const recorder = await recordSession();
 *     const client = await connect(url, { onMessage: recorder.onMessage });
 *     …
 *     await recorder.save("test/session.jsonl");
 *
 * Messages are stored as they are: `redact` those with secrets. Headers and tokens are no messages, so they are not stored.
 */
export async function recordSession(options: RecordOptions = {}): Promise<SessionRecorder> {
  const { openRecorder } = await import("./session-recorder.js");
  return openRecorder(options);
}

/**
 * Plays a recorded session. A request gets the recorded answer to the same method and params, with the notifications and
 * questions that came before; one that was repeated gets the answers in their order, and the last one from then on.
 *
 *     const client = await connect(await replaySession("test/session.jsonl"));
 *
 * @param source a file, or the text of a recording as `{ text }`
 * @returns one end of a channel: for `connect`, or for a client of the official SDK
 * @throws TypeError if the recording can't be read; it names the line
 */
export async function replaySession(
  source: string | URL | { readonly text: string },
): Promise<MemoryTransport> {
  const { openReplay } = await import("./open-replay.js");
  return openReplay(source);
}
