/** Checks what others write to a server's standard input and what it writes to its output. */
import type { Readable, Writable } from "node:stream";
import { latestLegacyRevision } from "../../../runtime/protocol/revisions.js";
import { WireConversation } from "./conversation.js";

/**
 * Listens in on the streams of a server.
 *
 * @param malformed the client breaks the schema on purpose: what it sends is not checked
 * @returns what was wrong so far, if anything was
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

/** Checks what a client wrote and what a server answered, once both are done. */
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
