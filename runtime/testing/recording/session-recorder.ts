import { writeFile } from "node:fs/promises";
import type { ObservedMessage } from "../../client/client-options.js";
import { recordingHead } from "./recording.js";

/** Keeps the messages of a session. */
export interface SessionRecorder {
  /** The option of the same name of a client. */
  readonly onMessage: (message: ObservedMessage) => void;
  /** The recording: lines of JSON, the first of which says what it is. */
  text(): string;
  /** Writes the recording, which then belongs into version control like other expectations. */
  save(file: string): Promise<void>;
}

/** How a session is recorded. */
export interface RecordOptions {
  /** Replaces what must not be stored. Returns the message as JSON text. */
  readonly redact?: (message: ObservedMessage) => string;
}

export function openRecorder({ redact = ({ text }) => text }: RecordOptions): SessionRecorder {
  const lines = [recordingHead];
  const text = (): string => `${lines.join("\n")}\n`;
  return {
    onMessage: (message) => {
      lines.push(`{"from":"${message.from}","message":${redact(message)}}`);
    },
    text,
    save: (file) => writeFile(file, text()),
  };
}
