// With the guards that its README asks for before a bare node:http server.
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { listen } from "./listen.js";
import { createFactory } from "./sdk-v2.js";

// More listeners than it takes by itself.
const handler = createMcpHandler(createFactory(Number(process.argv[2])), {
  maxSubscriptions: 20_000,
});
const handle = toNodeHandler(handler);
const hostIsGood = localhostHostValidation();
const originIsGood = localhostOriginValidation();
listen(
  createServer((request, response) => {
    if (!hostIsGood(request, response) || !originIsGood(request, response)) return;
    void handle(request, response);
  }),
);
