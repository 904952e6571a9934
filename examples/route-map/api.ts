/**
 * The API of openapi.yaml:
 *
 *     node --import tsx examples/route-map/api.ts
 */
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";

export function startLibraryApi(port = 0): Promise<Server> {
  const books = ["Emma", "Emil", "Emmaus", "Emmental", "Dune"].map((title, index) => ({
    id: index + 1,
    title,
    author: "Anon",
    shelf: { floor: 1 },
  }));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://library");
    const [, , branch, , id] = pathname.split("/");
    const index = books.findIndex((book) => String(book.id) === id);
    const send = (status: number, body?: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (branch !== "main" || (id !== undefined && index === -1)) {
      send(404, { error: "There is no such thing." });
    } else if (id === undefined) {
      const found = books.filter(({ title }) => title.includes(searchParams.get("q") ?? ""));
      const size = Number(searchParams.get("per_page") ?? 100);
      const start = (Number(searchParams.get("page") ?? 1) - 1) * size;
      send(200, { data: found.slice(start, start + size), total: found.length });
    } else if (request.method === "DELETE") {
      books.splice(index, 1);
      send(204);
    } else {
      send(200, books[index]);
    }
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await startLibraryApi(3200);
  process.stdout.write("The library answers at http://127.0.0.1:3200\n");
}
