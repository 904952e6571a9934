import { startTimeLimit } from "../../protocol/limits/time-limit.js";
import type { RedisClient } from "./client.js";
import type { RedisScript } from "./script.js";
import { StateError } from "../state-error.js";

/** Maximum number of waiting commands. The client queues commands without limit while Redis is away. */
const maxWaiting = 20_000;

/** Runs commands with a timeout, so that no request waits for ever, and turns failures into errors that can be shown. */
export class RedisCommands {
  readonly #client: RedisClient;
  readonly #timeoutMs: number;
  /** Includes commands whose caller has timed out. */
  #waiting = 0;

  constructor(client: RedisClient, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws StateError */
  async run<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply> {
    if (this.#waiting >= maxWaiting) {
      throw new StateError(
        "overloaded",
        `${maxWaiting} commands are waiting for Redis. Check that Redis is running and fast enough.`,
      );
    }
    return replyInTime(this.#send(command), this.#timeoutMs);
  }

  /** @throws StateError */
  async script(script: RedisScript, keys: string[], values: readonly string[]): Promise<unknown> {
    const input = { keys, arguments: [...values] };
    return this.run((client) =>
      client.evalSha(script.sha1, input).catch((error: unknown) => {
        // This Redis does not have the script yet, or was restarted.
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
 * Waits for a reply of Redis, at most for the timeout.
 *
 * @throws StateError
 */
export async function replyInTime<Reply>(reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  let timer: ReturnType<typeof startTimeLimit>;
  const deadline = new Promise<never>((_, reject) => {
    timer = startTimeLimit(timeoutMs, () => reject(unreachable(`no reply within ${timeoutMs} ms`)));
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
 * Connects a client. The client retries by itself and reports failures only by its `error` event.
 *
 * @throws StateError with the last reported reason
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
  // Redis's errors begin with a word in capitals and, unlike Node's, have no code.
  if (codeOf(error) || !/^[A-Z]{2,}\b/.test(reason)) return unreachable(reason);
  return new StateError(
    "refused",
    `Redis refused a command: ${reason}. Check the user and password of the client, that the user may run scripts and use ` +
      "the keys and channels with the state's prefix, that Redis has free memory, and that it is 6.2 or later.",
  );
}

function unreachable(reason: string): StateError {
  return new StateError(
    "unreachable",
    `Cannot reach Redis: ${reason}. Check that Redis is running, and the address, user and password of the client.`,
  );
}

/** Returns the first line of the message, without credentials in URLs and without arguments that Redis repeats. */
export function shownReason(error: unknown): string {
  const text = (error instanceof Error && error.message) || codeOf(error) || String(error);
  const line = (text.split("\n", 1)[0] ?? "").replace(/,? with args beginning with.*/, "");
  return line.replaceAll(/\/\/[^/\s]*@/g, "//").slice(0, 200);
}

/** Node reports a host whose addresses all refuse with an empty message, so the code is needed. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
