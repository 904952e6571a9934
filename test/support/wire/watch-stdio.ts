/** Checks what other programs write to a server's stdin, and what it writes to stdout. */
import type { Readable, Writable } from "node:stream";
import { latestLegacyRevision } from "../../../runtime/protocol/revisions.js";
import { WireConversation } from "./conversation.js";

/**
 * Checks the streams of a server.
 *
 * @param malformed the client breaks the schema on purpose: its messages are not checked
 * @returns a function that returns the first problem so far, if any
 */
export function watchStdio(
  streams: { readonly input: Writable; readonly output: Readable },
  malformed = false,
): () => Error | undefined {
  const talk = new WireConversation(latestLegacyRevision);
  let problem: Error | undefined;
  const note = (what: () => void): void => {
    try {
      what();
    } catch (error) {
      problem ??= error as Error;
    }
  };
  const sent = lines((line) =>
    note(() => (malformed ? talk.malformed(line) : talk.client(JSON.parse(line)))),
  );
  const { input, output } = streams;
  const write = input.write.bind(input) as (...args: unknown[]) => boolean;
  input.write = (...args: unknown[]): boolean => {
    sent(args[0] as Buffer | string);
    return write(...args);
  };
  const got = lines((line) => note(() => talk.server(JSON.parse(line))));
  output.on("data", got);
  return () => problem;
}

/** Checks the complete input and output of a server. */
export function checkStdio(sent: string, received: string, malformed = false): void {
  const talk = new WireConversation(latestLegacyRevision);
  for (const line of sent.split("\n").filter((each) => each.trim() !== "")) {
    if (malformed) talk.malformed(line);
    else talk.client(JSON.parse(line));
  }
  for (const line of received.split("\n").filter(Boolean)) talk.server(JSON.parse(line));
}

function lines(line: (text: string) => void): (chunk: Buffer | string) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, Buffer.from(chunk)]);
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      const text = rest.subarray(0, end).toString();
      rest = rest.subarray(end + 1);
      if (text.trim() !== "") line(text);
    }
  };
}
