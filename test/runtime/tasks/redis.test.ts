/** Tasks shared by several processes, here two servers with a connection to Redis each. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test, type TestContext } from "node:test";
import { serveTransport, redisState } from "../../../runtime/index.js";
import { noRedis, redisClient, redisOfFile } from "../../support/state/redis.js";
import { wireMemory } from "../../support/wire/channels.js";
import type { WireClient } from "../../support/wire/client.js";
import { eventually } from "../../support/eventually.js";
import { named, taskCapabilities, taskServer } from "../../support/servers/task-server.js";

const redis = redisOfFile();
const skip = noRedis;

async function two(t: TestContext, revision: "2025-11-25" | "2026-07-28") {
  const prefix = `${randomUUID()}:`;
  const places = await Promise.all(
    [1, 2].map(async () => {
      const state = await redisState(redisClient(redis.url), { prefix, timeoutMs: 20_000 });
      const served = taskServer({ state });
      const client = await wireMemory((transport) => serveTransport(served.server, transport), {
        revision,
        capabilities: taskCapabilities,
        answers: { "elicitation/create": () => named("Ann") },
      });
      t.after(async () => {
        served.gate.open();
        await client.close();
        await served.server.close();
        await state.close();
      });
      return { served, client };
    }),
  );
  return places as [(typeof places)[0], (typeof places)[0]];
}

async function statusOf(client: WireClient, taskId: string): Promise<unknown> {
  const { result, error } = await client.request("tasks/get", { taskId });
  assert.ok(result, JSON.stringify(error));
  return result["status"];
}

test(
  "a task of one process is answered, heard of and cancelled in another",
  { skip },
  async (t) => {
    const [worker, other] = await two(t, "2026-07-28");
    const begin = async (name: string) => {
      const { result } = await worker.client.request("tools/call", { name });
      return result?.["taskId"] as string;
    };
    const asking = await begin("ask");
    void other.client.request("subscriptions/listen", { notifications: { taskIds: [asking] } });
    await eventually(async () =>
      assert.equal(await statusOf(other.client, asking), "input_required"),
    );
    const inputResponses = { "elicit-1": named("Ann") };
    await other.client.request("tasks/update", { taskId: asking, inputResponses });
    await eventually(() => {
      const last = other.client.notifications("notifications/tasks").at(-1);
      assert.equal(last?.params?.["status"], "completed");
    });
    const waiting = await begin("wait");
    await other.client.request("tasks/cancel", { taskId: waiting });
    await eventually(() => assert.deepEqual(worker.served.seen, ["aborted"]));
    assert.equal(await statusOf(worker.client, waiting), "cancelled");
  },
);

test(
  "the result of a task is waited for, and its questions are asked, in another process",
  { skip },
  async (t) => {
    const [worker, other] = await two(t, "2025-11-25");
    const { result = {} } = await worker.client.request("tools/call", { name: "ask", task: {} });
    const { taskId } = result["task"] as { taskId: string };
    const answer = await other.client.request("tasks/result", { taskId });
    const content = answer.result?.["content"] as { text: string }[];
    assert.equal(content[0]?.text, "accept Ann");
  },
);
