/**
 * The API of openapi.yaml, which reports what it received:
 *
 *     node --import tsx examples/files/api.ts
 */
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";

export function startGalleryApi(port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === "/rules") {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end("No flash.\n");
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = Buffer.concat(chunks);
      response.writeHead(request.method === "POST" ? 201 : 200, {
        "content-type": "application/json",
      });
      response.end(
        JSON.stringify({
          path: request.url,
          type: request.headers["content-type"]?.replace(/;.*/, ""),
          bytes: received.length,
          body: received.toString("latin1"),
        }),
      );
    });
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await startGalleryApi(3300);
  process.stdout.write("The gallery answers at http://127.0.0.1:3300\n");
}
