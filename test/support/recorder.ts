/** An upstream API for tests: keeps the bytes of every request and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Recorded {
  readonly method: string;
  /** The raw request target, never decoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PlannedAnswer {
  readonly status?: number;
  readonly type?: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Instead of `body`: bytes, base64. */
  readonly base64?: string;
}

export interface Recorder {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Since the last call of `take`. */
  take(): Recorded[];
  /** For the next request only; otherwise `{"ok":true}` is answered. */
  answerNext(answer: PlannedAnswer): void;
  close(): Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  let recorded: Recorded[] = [];
  const planned: PlannedAnswer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      recorded.push({
        method: request.method ?? "",
        target: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      });
      const {
        status = 200,
        type = "application/json",
        body,
        base64,
      } = planned.shift() ?? {
        body: { ok: true },
      };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const bytes = base64 === undefined ? text : Buffer.from(base64, "base64");
      response.writeHead(status, bytes === undefined ? {} : { "content-type": type });
      response.end(bytes);
    });
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    answerNext: (answer) => void planned.push(answer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}
