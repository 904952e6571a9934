/** Integers that numbers can't hold, on their way through the client and through recordings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, exactJson, recordSession, replaySession } from "../../../runtime/index.js";
import { scripted } from "../features/scripted-server.js";

const large = "12345678901234567890";
const result = `{"content":[],"structuredContent":{"deep":[{"n":${large}}]},"_meta":{"com.example/n":${large}}}`;

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  test(`keep their digits in arguments, results and recordings: ${revision}`, async () => {
    const recorder = await recordSession();
    const server = await scripted(
      revision,
      ({ id, method }) => {
        if (method === "tools/list") return { tools: [] };
        server.notify("notifications/progress", { progressToken: id, progress: 1 });
        return result;
      },
      { onMessage: recorder.onMessage },
    );
    const { client, texts } = server;
    const first = await client.callTool("x", { n: BigInt(large), list: [BigInt(large)] });
    assert.ok(texts.at(-1)!.includes(`{"n":${large},"list":[${large}]}`));
    assert.equal(exactJson(first), result);
    // A part of a result is sent on with its digits.
    const { structuredContent } = first;
    const second = await client.callTool("x", structuredContent as Record<string, unknown>);
    assert.ok(texts.at(-1)!.includes(`{"deep":[{"n":${large}}]}`));
    const whole = await client.callTool("x", {}, { bigIntegers: true });
    assert.deepEqual(whole.structuredContent, { deep: [{ n: BigInt(large) }] });
    assert.equal(exactJson(second), result);
    await client.request("com.example/own", { n: BigInt(large) });
    assert.ok(texts.at(-1)!.includes(`"n":${large}`));
    await client.notify("com.example/told", { n: BigInt(large) });
    assert.ok(texts.at(-1)!.includes(`"n":${large}`));
    await client.callTool("x", {}, { meta: { "com.example/n": BigInt(large) } });
    assert.ok(texts.at(-1)!.includes(`"com.example/n":${large}`));
    await client.close();

    assert.ok(recorder.text().includes(`"n":${large}`));
    await using played = await connect(await replaySession({ text: recorder.text() }));
    const again = await played.callTool("x", { n: BigInt(large), list: [BigInt(large)] });
    assert.equal(exactJson(again), result);
    const other = played.callTool("x", { n: BigInt(large) + 1n, list: [BigInt(large)] });
    await assert.rejects(other, /The recording has no answer/);
  });
}
