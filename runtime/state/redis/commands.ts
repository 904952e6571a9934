import type { RedisClient } from "./client.js";
import type { RedisScript } from "./script.js";
import { StateError } from "../state-error.js";

/** While Redis is away, its client queues commands without end; more than this are not worth keeping. */
const mostWaiting = 20_000;

/** Commands with a deadline, and failures that can be shown: a request must not wait for ever for a store that is gone. */
export class RedisCommands {
  readonly #client: RedisClient;
  readonly #timeoutMs: number;
  /** Those included that nobody waits for any more. */
  #waiting = 0;

  constructor(client: RedisClient, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws StateError */
  async run<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply> {
    if (this.#waiting >= mostWaiting) {
      throw new StateError(
        "overloaded",
        `${mostWaiting} commands wait for Redis already. Check that it runs and keeps up.`,
      );
    }
    return replyInTime(this.#send(command), this.#timeoutMs);
  }

  /** @throws StateError */
  async script(script: RedisScript, keys: string[], values: readonly string[]): Promise<unknown> {
    const input = { keys, arguments: [...values] };
    return this.run((client) =>
      client.evalSha(script.sha1, input).catch((error: unknown) => {
        // New to this Redis, or it was restarted.
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
        return client.eval(script.text, input);
      }),
    );
  }

  async #send<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply> {
    this.#waiting += 1;
    try {
      return await command(this.#client);
    } finally {
      this.#waiting -= 1;
    }
  }
}

/**
 * Waits for what Redis replies, but not for ever.
 *
 * @throws StateError
 */
export async function replyInTime<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([reply, deadline]);
  } catch (error) {
    throw asStateError(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Connects a client, which tries again and again without saying so other than by its event.
 *
 * @throws StateError with the reason that was given last
 */
export async function connectInTime(client: RedisClient, timeoutMs: number): Promise<void> {
  let last: unknown;
  const listener = (error: Error): void => {
    last = error;
  };
  client.on("error", listener);
  try {
    await replyInTime(client.connect(), timeoutMs);
  } catch (error) {
    throw last === undefined ? error : asStateError(last);
  } finally {
    client.off("error", listener);
  }
}

function asStateError(error: unknown): StateError {
  if (error instanceof StateError) return error;
  const reason = shownReason(error);
  // What Redis replies begins with a word in capitals, and has no code as the errors of Node have.
  if (codeOf(error) || !/^[A-Z]{2,}\b/.test(reason)) return unreachable(reason);
  return new StateError(
    "refused",
    `Redis refused: ${reason}. Check the user and the password of its client, that the user may run scripts and use the ` +
      "keys and channels of the state's prefix, that Redis has memory left, and that it is 6.2 or later.",
  );
}

function unreachable(reason: string): StateError {
  return new StateError(
    "unreachable",
    `Redis can't be reached: ${reason}. Check that it runs, and the address, user and password that its client was ` +
      "made with.",
  );
}

/** The first line, without credentials in URLs and without the values that Redis repeats of a command it doesn't know. */
export function shownReason(error: unknown): string {
  const text = (error instanceof Error && error.message) || codeOf(error) || String(error);
  const line = (text.split("\n", 1)[0] ?? "").replace(/,? with args beginning with.*/, "");
  return line.replaceAll(/\/\/[^/\s]*@/g, "//").slice(0, 200);
}

/** Node reports a host of several addresses that all refuse with an empty message. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
