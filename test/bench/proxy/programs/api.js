// The API behind every measured server: bare node:http. `/slow/ID` is never answered. Arguments: the small answer, and how often
// the large one repeats it.
import { createServer } from "node:http";
import { announce } from "../../server/programs/listen.js";

const [item, count] = process.argv.slice(2);
const small = Buffer.from(item);
const large = Buffer.from(`{"items":[${Array(Number(count)).fill(item).join()}]}`);

const server = createServer((request, response) => {
  const { method, url } = request;
  if (url.startsWith("/slow/")) return;
  if (method === "POST") {
    request.resume().on("end", () => send(response, 201, small));
    return;
  }
  send(response, 200, url === "/items" ? large : small);
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", 4096, () => announce(server.address().port));

function send(response, status, bytes) {
  const headers = { "content-type": "application/json", "content-length": bytes.length };
  response.writeHead(status, headers).end(bytes);
}
