/** A minimal load balancer: each request goes to the next process, regardless of the client. */
import { createServer, request as forward, type Server } from "node:http";

/** @param targets URLs of processes, without a path */
export function roundRobin(targets: readonly URL[]): Server {
  let next = 0;
  return createServer((incoming, outgoing) => {
    const target = targets[next++ % targets.length];
    if (!target) return void outgoing.writeHead(503).end();
    const { method, url, headers } = incoming;
    const { hostname, port } = target;
    const onward = forward({ hostname, port, path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      // An event stream's headers must arrive before its first event.
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
}
