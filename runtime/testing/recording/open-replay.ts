import { readFile } from "node:fs/promises";
import { memoryPair, type MemoryTransport } from "../../transports/memory.js";
import { readRecording } from "./recording.js";
import { SessionPlayer } from "./session-player.js";

export async function openReplay(
  source: string | URL | { readonly text: string },
): Promise<MemoryTransport> {
  const isPath = typeof source === "string" || source instanceof URL;
  const text = isPath ? await readFile(source, "utf8") : source.text;
  const [ours, theirs] = memoryPair();
  new SessionPlayer(readRecording(text), theirs);
  return ours;
}
