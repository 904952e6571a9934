import { isObject, member, type JsonObject } from "../protocol/json.js";
import { latestLegacyRevision } from "../protocol/revisions.js";
import { serviceOf, type Servable } from "../server/serve/servable.js";
import { serveTransport } from "../server/serve/serve.js";
import { memoryPair, type MemoryTransport } from "../transports/memory.js";

/** A small MCP client in the server's process. Its user accepts every question. */
export class TestClient {
  readonly #server: Servable;
  readonly #channel: MemoryTransport;
  readonly #waiting = new Map<unknown, (reply: JsonObject) => void>();
  #questions: string[] = [];
  #lastId = 0;

  private constructor(server: Servable) {
    const [ours, theirs] = memoryPair();
    this.#server = server;
    this.#channel = ours;
    void serveTransport(server, theirs);
    ours.start({
      message: (text) => this.#receive(JSON.parse(text) as JsonObject),
      tooLong: () => {},
      end: () => {},
      close: () => {},
    });
  }

  static async connect(server: Servable): Promise<TestClient> {
    await serviceOf(server).start();
    const client = new TestClient(server);
    await client.request("initialize", {
      protocolVersion: latestLegacyRevision,
      capabilities: { elicitation: { form: {} } },
      clientInfo: { name: "test", version: "1.0.0" },
    });
    client.#send({ method: "notifications/initialized" });
    return client;
  }

  /** @returns the result; `{ error }` if the request fails */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = ++this.#lastId;
    const reply = await new Promise<JsonObject>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
    const { result } = reply;
    return isObject(result) ? result : { error: reply["error"] };
  }

  /** Returns the questions to the user since the last call. */
  takeQuestions(): readonly string[] {
    return this.#questions.splice(0);
  }

  async close(): Promise<void> {
    await this.#channel.close();
    await serviceOf(this.#server).close();
  }

  #receive(message: JsonObject): void {
    const { id, method, params } = message;
    if (method === undefined) {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    } else if (method === "elicitation/create") {
      this.#questions.push(String(isObject(params) ? member(params, "message") : ""));
      this.#send({ id, result: { action: "accept", content: {} } });
    }
  }

  #send(message: JsonObject): void {
    this.#channel.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }
}
