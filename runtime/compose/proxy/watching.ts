import type { McpClient } from "../../client/client.js";
import type { Log } from "../../protocol/log.js";
import { unref } from "../../protocol/unref.js";
import type { Watch } from "../../server/registry/registry.js";

/** How long a client that subscribes waits for the remote server. */
const mostMs = 3_000;

interface Watched {
  count: number;
  end: Promise<(() => Promise<void>) | undefined>;
}

/** The resources whose updates clients want to hear of. Asked for again with each new connection. */
export class Watching {
  readonly #watched = new Map<string, Watched>();
  #client: McpClient | undefined;
  #log: Log | undefined;

  begin(uri: string): Watch {
    const watched = this.#watched.get(uri) ?? { count: 0, end: this.#subscribe(uri) };
    watched.count++;
    this.#watched.set(uri, watched);
    let isOver = false;
    return {
      begun: atMost(watched.end, mostMs),
      end: () => {
        if (isOver) return;
        isOver = true;
        if (--watched.count > 0) return;
        this.#watched.delete(uri);
        void watched.end.then((end) => end?.()).catch(() => undefined);
      },
    };
  }

  connected(client: McpClient, log: Log): void {
    this.#client = client;
    this.#log = log;
    for (const [uri, watched] of this.#watched) watched.end = this.#subscribe(uri);
  }

  async #subscribe(uri: string): Promise<(() => Promise<void>) | undefined> {
    try {
      return await this.#client?.subscribe(uri);
    } catch (error) {
      this.#log?.warn("A remote server does not tell of updates of a resource", error, { uri });
      return undefined;
    }
  }
}

async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    unref(timer);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
