/** The API of `openapi.yaml`, in memory. The example's tools call it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

interface Pet {
  id: number;
  name: string;
  tag?: string;
  parents: Pet[];
}

/** The API key that `createPet` and `deletePet` require. */
export const apiKey = "demo-key";

/** A PNG of one grey pixel. */
const photo: Buffer = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCAlcs1EAAAAABJRU5ErkJggg==",
  "base64",
);

/** Starts the API on loopback; port 0 means any free port. Resolves once it listens. */
export function startPetstoreApi(port = 0): Promise<Server> {
  const pets = new Map<number, Pet>([
    [1, { id: 1, name: "Tom", tag: "cat", parents: [] }],
    [2, { id: 2, name: "Spike", tag: "dog", parents: [] }],
  ]);
  const server = createServer((request, response) => {
    answer(pets, request, response).catch((error: unknown) => {
      problem(response, 500, error instanceof Error ? error.message : "Unknown error");
    });
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

async function answer(pets: Map<number, Pet>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const [, version, collection, id, part] = url.pathname.split("/");
  if (version !== "v1") return problem(response, 404, "No such path");
  if (collection === "opening-hours") return text(response, "Mon-Sat 9:00-18:00\nSun closed");
  if (collection !== "pets") return problem(response, 404, "No such path");

  const writes = request.method === "POST" || request.method === "DELETE";
  if (writes && request.headers["x-api-key"] !== apiKey) return problem(response, 401, "Wrong key");

  if (id === undefined && request.method === "GET") {
    const tags = url.searchParams.get("tags")?.split(",");
    const limit = Number(url.searchParams.get("limit") ?? 20);
    const found = [...pets.values()].filter((pet) => !tags || tags.includes(pet.tag ?? ""));
    return json(response, 200, found.slice(0, limit));
  }
  if (id === undefined && request.method === "POST") {
    const { name, tag } = JSON.parse(await body(request)) as { name: string; tag?: string };
    if (name.trim() === "") return problem(response, 422, "A pet needs a name");
    const pet: Pet = { id: Math.max(0, ...pets.keys()) + 1, name, parents: [] };
    if (tag !== undefined) pet.tag = tag;
    pets.set(pet.id, pet);
    return json(response, 201, pet);
  }
  const pet = pets.get(Number(id));
  if (!pet) return problem(response, 404, `There is no pet ${id}`);
  if (part === "photo") return png(response);
  if (request.method === "GET") return json(response, 200, pet);
  if (request.method === "DELETE") {
    pets.delete(pet.id);
    response.writeHead(204).end();
    return;
  }
  return problem(response, 405, "Method not allowed");
}

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function problem(response: ServerResponse, status: number, title: string): void {
  response
    .writeHead(status, { "content-type": "application/problem+json" })
    .end(JSON.stringify({ title }));
}

function text(response: ServerResponse, value: string): void {
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(value);
}

function png(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "image/png" }).end(photo);
}
