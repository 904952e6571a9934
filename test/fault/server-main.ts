/** The server process: one server over Streamable HTTP, HTTP+SSE and WebSockets. `Victim` starts it. */
import { createServer } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { serviceOf, type HttpServerOptions } from "../../runtime/index.js";
import { IncomingRequest } from "../../runtime/session/incoming-request.js";
import { Session } from "../../runtime/session/session.js";
import { EventWriter } from "../../runtime/transports/http/event-writer.js";
import { LiveSession } from "../../runtime/transports/http/live-session.js";
import { listenHttp } from "../../runtime/transports/http/node/listen.js";
import { SessionStream } from "../../runtime/transports/http/session-stream.js";
import { createSseHandler } from "../../runtime/transports/sse/sse-node.js";
import { SseTransport } from "../../runtime/transports/sse/sse-transport.js";
import { listenWebSocket } from "../../runtime/transports/websocket/listen-websocket.js";
import { WebSocketTransport } from "../../runtime/transports/websocket/websocket-transport.js";
import type { Command, Commands, Question, ServerUrls } from "./commands.js";
import { makeOffer } from "./offer.js";
import { listen } from "../support/loopback.js";

const collect = (globalThis as { gc?: () => void }).gc ?? (() => {});
const classes = {
  IncomingRequest,
  Session,
  EventWriter,
  LiveSession,
  SessionStream,
  SseTransport,
  WebSocketTransport,
};

const { server, counts } = makeOffer();
const service = serviceOf(server);
/** As slow as a verifier that asks another server. */
const slow: HttpServerOptions["authorizer"] = {
  metadataPaths: [],
  metadata: () => undefined,
  authenticate: async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { subject: "all", scopes: [], claims: {} };
  },
  allows: () => true,
  insufficientScope: () => {
    throw new Error("nothing needs scopes");
  },
};
const options = JSON.parse(process.argv[2] ?? "{}") as HttpServerOptions & { slowly?: boolean };
const http = await listenHttp(service, {
  port: 0,
  ...options,
  ...(options.slowly && { authorizer: slow }),
});
const webSocket = await listenWebSocket(service, { port: 0 });
const sse = createServer(createSseHandler(service, { loopback: true }));
const ssePort = await listen(sse);

let peakRss = 0;
const sample = (): void => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss());
};
setInterval(sample, 20);

const answers: {
  [C in Command]: (question: Question) => Commands[C] | Promise<Commands[C]>;
} = {
  memory: async () => {
    for (let i = 0; i < 3; i++) {
      collect();
      await nextTurn();
    }
    const { heapUsed, external } = process.memoryUsage();
    return { heapUsed, external };
  },
  peak: () => {
    sample();
    const rss = peakRss;
    peakRss = 0;
    sample();
    return { rss };
  },
  alive: ({ only }) =>
    Object.fromEntries(
      Object.entries(classes)
        .filter(([name]) => only?.includes(name) ?? true)
        .map(([name, each]) => [name, Number(queryObjects(each))]),
    ),
  calls: () => counts,
  flood: async ({ megabytes = 0 }) => {
    // A listener gets about 200 bytes per change.
    const sent = Math.ceil((megabytes * 1024 * 1024) / 200);
    for (let i = 0; i < sent; i++) {
      server.resourceUpdated("test://a");
      if (i % 1000 === 0) await nextTurn();
    }
    return { sent };
  },
};

process.on("message", (question: Question) => {
  void Promise.resolve(answers[question.command](question)).then((answer) =>
    process.send?.({ serial: question.serial, answer }),
  );
});
process.on("disconnect", () => process.exit(0));
const urls: ServerUrls = {
  http: http.url,
  webSocket: webSocket.url,
  sse: `http://127.0.0.1:${ssePort}/sse`,
};
process.send?.({ urls });
