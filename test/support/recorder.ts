/** An upstream API for tests that records every request and gives planned answers. */
import { existsSync, readFileSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import path from "node:path";
import { stop, listen } from "./loopback.js";

export interface Recorded {
  readonly method: string;
  /** The raw request target, never decoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Decoded as UTF-8. */
  readonly body: string;
  readonly bytes: Buffer;
}

export interface PlannedAnswer {
  readonly status?: number;
  /** Default `application/json`; if empty, no Content-Type is sent. */
  readonly type?: string;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** Bytes in base64, instead of `body`. */
  readonly base64?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request stays unanswered. */
  readonly never?: true;
}

export interface RecorderOptions {
  /** A folder whose files are served below `/files/`; others get 404. */
  readonly files?: string;
}

export interface Recorder {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Returns the requests since the last call of `take`. */
  take(): Recorded[];
  /** Plans the answer to the next request; the default is `{"ok":true}`. */
  answerNext(answer: PlannedAnswer): void;
  close(): Promise<void>;
}

export async function startRecorder(options: RecorderOptions = {}): Promise<Recorder> {
  const planned: PlannedAnswer[] = [];
  const { server, url, seen } = await recordRequests(({ target }, response) => {
    const file = options.files && fileAnswer(options.files, target);
    const answer = file || planned.shift() || { body: { ok: true } };
    if (answer.never) return;
    const { status = 200, type = "application/json", body, base64, headers } = answer;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const bytes = base64 === undefined ? text : Buffer.from(base64, "base64");
    response.writeHead(status, {
      ...(bytes === undefined || type === "" ? {} : { "content-type": type }),
      ...headers,
    });
    response.end(bytes);
  });
  return {
    url,
    take: () => seen.splice(0),
    answerNext: (answer) => void planned.push(answer),
    close: () => stop(server),
  };
}

export type Responder = (recorded: Recorded, response: ServerResponse) => void;

/** Starts an API that records complete requests before it responds. */
export async function recordRequests(
  respond: Responder,
): Promise<{ readonly server: Server; readonly url: string; readonly seen: Recorded[] }> {
  const seen: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const { method = "", url = "", headers } = request;
      const recorded = { method, target: url, headers, body: bytes.toString("utf8"), bytes };
      seen.push(recorded);
      respond(recorded, response);
    });
  });
  return { server, url: `http://127.0.0.1:${await listen(server)}`, seen };
}

function fileAnswer(folder: string, target: string): PlannedAnswer | undefined {
  if (!target.startsWith("/files/")) return undefined;
  const file = path.join(folder, path.posix.normalize(target.slice("/files".length)));
  if (!existsSync(file)) return { status: 404 };
  return { type: "text/plain", body: readFileSync(file, "utf8") };
}
