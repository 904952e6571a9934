/** Further twins of the seeds' examples: sources of resources, a memory, a proxy, and a class made at run time. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, test } from "node:test";
import { serveHttp } from "mcp-codegen/runtime";
import { notesServer } from "../../../examples/hand-written/server.js";
import { startPetstoreApi } from "../../../examples/petstore/api.js";
import { root } from "../../support/cli.js";
import { listen, stop } from "../../support/loopback.js";
import type { Result } from "../../support/official/clients.js";
import { overTransports } from "./over-transports.js";

const textOf = ({ content = [] }: Result): string => content.map(({ text }) => text ?? "").join("");

const weather = createServer(({ headers }, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ sunny: headers.authorization === "Bearer t1" }));
});
const port = await listen(weather);
const pets = await startPetstoreApi();
const notes = await serveHttp(notesServer(), { port: 0, closeGraceMs: 100 });
after(() => Promise.all([stop(weather), stop(pets), notes.close()]));

const sources = {
  file: "resources/server.ts",
  env: { WEATHER_URL: `http://127.0.0.1:${port}/weather`, WEATHER_TOKEN: "t1" },
};
overTransports(sources, (client) => {
  const read = async (uri: string) => (await client().read(uri))[0];

  test("a file is read", async () => {
    const readme = readFileSync(path.join(root, "examples/README.md"), "utf8");
    assert.equal((await read("file:///project/README.md"))?.text, readme);
  });

  test("a folder lists its files, and each is read", async () => {
    assert.match((await read("file:///project/src/"))?.text ?? "", /"memory\.ts"/);
    assert.match((await read("file:///project/src/stdio.ts"))?.text ?? "", /serveStdio/);
    await assert.rejects(read("file:///project/src/..%2fREADME.md"));
  });

  test("a URL is read with its headers", async () => {
    const uris = (await client().resources()).map(({ uri }) => uri);
    assert.ok(uris.includes("weather://current"));
    assert.deepEqual(await client().read("weather://current"), [
      { uri: "weather://current", mimeType: "application/json", text: '{"sunny":true}' },
    ]);
  });
});

overTransports({ file: "memory/server.ts" }, (client) => {
  test("facts and conversations are kept beside a tool of the server's own", async () => {
    await client().call("save_user_fact", { key: "tea", value: "green" });
    assert.match(textOf(await client().call("get_user_facts")), /green/);
    const messages = [{ role: "user", content: "Hi" }];
    await client().call("save_conversation", { id: "c1", title: "Greeting", messages });
    const [listed] = await client().read("memory://conversations");
    assert.match(listed?.text ?? "", /Greeting/);
    assert.match(textOf(await client().call("now")), /^20\d\d-/);
    await client().call("delete_user_fact", { key: "tea" });
    assert.ok(!textOf(await client().call("get_user_facts")).includes("green"));
  });
});

overTransports({ file: "proxy/server.ts", env: { NOTES_URL: notes.url } }, (client) => {
  test("a remote server's tools have their prefix, beside those of a mounted server", async () => {
    assert.equal(textOf(await client().call("staff")), "Ada");
    assert.match(textOf(await client().call("clock_now")), /^20\d\d-/);
    const found = await client().call("notes_search_notes", { word: "apples" });
    assert.deepEqual(found.structuredContent, {
      titles: ["Groceries", "Garden"],
      total: 2,
    });
    assert.ok(!(await client().tools()).includes("notes_pin_note"));
  });

  test("a remote server's resources, prompts and progress pass", async () => {
    assert.equal((await client().read("notes://titles"))[0]?.text, "Groceries\nGarden");
    const messages = await client().prompt("notes_summarise", { title: "Groceries" });
    assert.match(JSON.stringify(messages), /Milk, bread, apples/);
    let steps = 0;
    await client().call("notes_proofread_notes", { msPerWord: 5 }, () => void steps++);
    // The official clients drop progress that arrives in one piece with the result.
    assert.ok(steps > 0 && steps <= 9, String(steps));
  });
});

const petstore = {
  file: "run-time/server.ts",
  env: { PETSTORE_URL: `http://127.0.0.1:${(pets.address() as AddressInfo).port}/v1` },
};
overTransports(petstore, (client) => {
  test("operations of a document are called, and those of a route are left out", async () => {
    assert.match(textOf(await client().call("listPets")), /Spike/);
    assert.ok(!(await client().tools()).includes("deletePet"));
  });
});
