/** An HTTP client over a bare socket, for behaviour that no library allows. */
import { connect, type Socket } from "node:net";
import { once } from "node:events";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class RawClient {
  readonly socket: Socket;
  readonly #host: string;
  readonly #path: string;
  /** Received chunks, joined only on demand. */
  #parts: string[] = [];
  #complete = false;
  #ended = false;
  #failed: Error | undefined;
  /** Called once at the next chunk or the end. */
  readonly #watchers = new Set<() => void>();

  private constructor(socket: Socket, url: URL) {
    this.socket = socket;
    this.#host = url.host;
    this.#path = url.pathname + url.search;
    socket.on("error", (error) => {
      this.#failed = error;
    });
    socket.on("drain", () => this.#wake());
    socket.once("close", () => {
      this.#ended = true;
      this.#wake();
    });
  }

  static async connect(url: string): Promise<RawClient> {
    const parsed = new URL(url);
    const socket = connect({ port: Number(parsed.port), host: parsed.hostname });
    await once(socket, "connect");
    return new RawClient(socket, parsed);
  }

  /** Connects and does the handshake of a WebSocket. */
  static async upgrade(url: string, key = "AAAAAAAAAAAAAAAAAAAAAA=="): Promise<RawClient> {
    const client = await RawClient.connect(url);
    client.read();
    await client.write(
      client.head("GET", {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
      }),
    );
    await client.answered("101 Switching Protocols");
    return client;
  }

  head(method: string, headers: Readonly<Record<string, string | number>>): string {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${this.#path} HTTP/1.1\r\nHost: ${this.#host}\r\n${lines.join("")}\r\n`;
  }

  /** Writes with backpressure. @returns false if the connection has ended */
  async write(data: string | Buffer): Promise<boolean> {
    if (this.#ended) return false;
    let taken = this.socket.write(data);
    while (!taken && !this.#ended) {
      await this.#change();
      taken = !this.socket.writableNeedDrain;
    }
    return !this.#ended;
  }

  post(body: string, headers: Readonly<Record<string, string>> = {}): Promise<boolean> {
    const all = { ...postHeaders, ...headers, "Content-Length": Buffer.byteLength(body) };
    return this.write(this.head("POST", all) + body);
  }

  /** Starts reading. Until then nothing is taken from the connection. */
  read(): void {
    this.socket.setEncoding("latin1");
    this.socket.on("data", (chunk) => {
      const text = String(chunk);
      this.#parts.push(text);
      this.#complete ||= text.endsWith("0\r\n\r\n");
      this.#wake();
    });
  }

  /** Received text that `answer` has not returned. */
  get text(): string {
    if (this.#parts.length > 1) this.#parts = [this.#parts.join("")];
    return this.#parts[0] ?? "";
  }

  get ended(): boolean {
    return this.#ended;
  }

  get failure(): Error | undefined {
    return this.#failed;
  }

  async closed(): Promise<void> {
    while (!this.#ended) await this.#change();
  }

  /** Returns the next answer with a Content-Length, or the rest at the end of the connection. */
  async answer(): Promise<RawAnswer | undefined> {
    for (;;) {
      const found = this.#take();
      if (found) return found;
      if (this.#ended) return undefined;
      await this.#change();
    }
  }

  /** Waits for the end of a chunked answer or of the connection. */
  async complete(): Promise<void> {
    while (!this.#complete && !this.#ended) await this.#change();
  }

  /** Waits until the received text contains `text`. Fails if the connection ends before. */
  async answered(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      if (this.#ended)
        throw new Error(`the connection ended without ${text}: ${this.text.slice(0, 500)}`);
      await this.#change();
    }
  }

  /** Ends the connection with an RST. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#watchers.add(resolve));
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }

  #take(): RawAnswer | undefined {
    const all = this.text;
    const end = all.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const [first = "", ...lines] = all.slice(0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(first.split(" ")[1]);
    const length = status === 204 || status === 202 ? 0 : Number(headers["content-length"]);
    const from = end + 4;
    if (!(all.length >= from + length) && !this.#ended) return undefined;
    const body = all.slice(from, Number.isNaN(length) ? undefined : from + length);
    this.#parts = [all.slice(from + body.length)];
    if (status === 100) return this.#take();
    return { status, headers, body };
  }
}

export const postHeaders = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};
