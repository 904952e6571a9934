// The server that fastmcp makes of the document, by its defaults for JSON without sessions. Arguments: the document, the URL
// of the API, `http` or `stdio`, and the key if there is one.
import { createServer } from "node:net";
import { fromOpenAPI } from "fastmcp/openapi";
import { announce } from "../../server/programs/listen.js";

const [spec, baseUrl, transport, key] = process.argv.slice(2);
const server = await fromOpenAPI({ spec, baseUrl, ...(key && { headers: { "X-Api-Key": key } }) });
if (transport === "http") {
  const port = await freePort();
  const httpStream = { port, host: "127.0.0.1", stateless: true, enableJsonResponse: true };
  await server.start({ transportType: "httpStream", httpStream });
  announce(port);
} else await server.start({ transportType: "stdio" });

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
