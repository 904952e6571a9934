/** Channels of the wire client: an in-memory pair, a process, or a pair of pipes. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { type Transport, memoryPair } from "../../../runtime/index.js";
import { WireClient, type WireChannel, type WireOptions } from "./client.js";

/**
 * Connects a client in this process.
 *
 * @param serve serves the other end; its promise resolves when it is done
 */
export function wireMemory(
  serve: (transport: Transport) => Promise<void>,
  options: WireOptions,
): Promise<WireClient> {
  return WireClient.connect(memoryChannel(serve), options);
}

/** Connects a client to a child process, or to a server that reads `input` and writes `output`. */
export function wireStdio(
  streams: StdioStreams | ChildProcess,
  options: WireOptions,
): Promise<WireClient> {
  return WireClient.connect(stdioChannel(streams), options);
}

export interface StdioStreams {
  /** The stream that the server reads. */
  readonly input: Writable;
  /** The stream that the server writes. */
  readonly output: Readable;
}

export function memoryChannel(serve: (transport: Transport) => Promise<void>): WireChannel {
  const [ours, theirs] = memoryPair();
  return {
    finished: serve(theirs),
    start(receive) {
      void ours.start({ message: receive, tooLong: () => {}, end: () => {}, close: () => {} });
    },
    send: (text) => void ours.send(text),
    end: () => ours.end(),
    close: () => void ours.close(),
  };
}

export function stdioChannel(streams: StdioStreams | ChildProcess): WireChannel {
  const isChild = "stdin" in streams;
  const input = (isChild ? streams.stdin : streams.input) as Writable;
  const output = (isChild ? streams.stdout : streams.output) as Readable;
  return {
    finished: isChild ? once(streams, "close") : once(output, "end"),
    start(receive) {
      let rest = Buffer.alloc(0);
      output.on("data", (chunk: Buffer | string) => {
        rest = Buffer.concat([rest, Buffer.from(chunk)]);
        for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
          const line = rest.subarray(0, end);
          rest = rest.subarray(end + 1);
          receive(new TextDecoder("utf-8", { fatal: true }).decode(line));
        }
      });
    },
    send: (text) => void input.write(`${text}\n`),
    end: () => void input.end(),
    close: () => void input.end(),
  };
}
