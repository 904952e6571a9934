// A bare proxy over HTTP: node:http in front of a bare call of the API. Arguments: those of `bareCall`.
import { createServer } from "node:http";
import { listen } from "../../server/programs/listen.js";
import { bareCall } from "./bare-call.js";

const call = await bareCall(...process.argv.slice(2));

listen(
  createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      void answer(JSON.parse(body.toString()), response);
    });
  }),
);

async function answer(message, response) {
  const text = JSON.stringify(await call(message));
  const length = Buffer.byteLength(text);
  response.writeHead(200, { "content-type": "application/json", "content-length": length });
  response.end(text);
}
