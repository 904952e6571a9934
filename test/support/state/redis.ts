import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, before } from "node:test";
import { createClient } from "redis";

export interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** For the option `skip` of tests that need Redis: the reason, or false when there is a Redis. */
export const noRedis: string | false =
  process.env["REDIS_URL"] || hasRedisServer()
    ? false
    : "no Redis: set REDIS_URL, or install redis-server (.ci/services does)";

/** Returns the Redis that REDIS_URL names, or starts one. */
export async function someRedis(): Promise<TestRedis> {
  const url = process.env["REDIS_URL"];
  return url ? { url, stop: async () => {} } : startRedis();
}

/** Declares hooks that provide a Redis for the tests of a file. Its URL is known once they run. */
export function redisOfFile(): { readonly url: string } {
  let redis: TestRedis;
  before(async () => {
    if (!noRedis) redis = await someRedis();
  });
  after(async () => {
    if (!noRedis) await redis.stop();
  });
  return {
    get url() {
      return redis.url;
    },
  };
}

/** Starts a Redis that a test may stop and start again. It writes no files. */
export async function startRedis(
  port?: number,
  extra: readonly string[] = [],
): Promise<TestRedis & { readonly port: number }> {
  const chosen = port ?? (await freePort());
  const args = [
    "--port",
    String(chosen),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ];
  const server = spawn("redis-server", [...args, ...extra], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: "/tmp",
  });
  await ready(server);
  return {
    port: chosen,
    url: `redis://127.0.0.1:${chosen}`,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const gone = once(server, "exit");
      server.kill("SIGKILL");
      await gone;
    },
  };
}

export type RedisClient = ReturnType<typeof createClient>;

/** Returns a node-redis client, not yet connected. */
export function redisClient(url: string): RedisClient {
  const client = createClient({ url, socket: { reconnectStrategy: 50 } });
  client.on("error", () => {});
  return client;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("No port is free.");
  return address.port;
}

function hasRedisServer(): boolean {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** Waits for the server, and keeps reading its log: it stops when it can't write that. */
async function ready(server: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on("data", (chunk) => {
      if (log.includes("Ready to accept connections")) return;
      log += String(chunk);
      if (log.includes("Ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`redis-server did not start:\n${log}`)));
  });
}
