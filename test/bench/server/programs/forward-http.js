// A bare forwarding proxy in front of our server: node:http, which passes bodies on and looks at nothing.
import { Agent, createServer, request as send } from "node:http";
import { listen } from "./listen.js";
import { startUpstream } from "./upstream.js";

const upstream = await startUpstream();
const agent = new Agent({ keepAlive: true });

listen(
  createServer((request, response) => {
    const { method, headers } = request;
    const forwarded = send(upstream, { agent, method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  }),
);
