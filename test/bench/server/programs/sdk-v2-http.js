// With the guards that the SDK's README recommends for bare node:http servers.
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { listen } from "./listen.js";
import { createFactory } from "./sdk-v2.js";

// The default limit of listeners is lower.
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
