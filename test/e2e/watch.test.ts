import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { runCommand } from "../support/cli.js";
import { WatchProcess } from "../support/watch-process.js";

const document = (summary: string, more = ""): string => `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: ${summary}
      responses:
        "200":
          description: The pets.
          content: { application/json: { schema: { $ref: "pet.yaml" } } }
${more}`;
const toy = `  /toys:
    get:
      operationId: listToys
      responses:
        "200":
          description: The toys.
          content: { application/json: { schema: { $ref: "toy.yaml" } } }
`;
const pet = (extra = ""): string =>
  `type: object\nproperties: { name: { type: string }${extra} }\n`;

// The steps build on each other: each begins with the output of the one before.
describe("watch", () => {
  let folder: string;
  let watch: WatchProcess;
  const file = (name: string): string => path.join(folder, "src", name);
  const save = (name: string, text: string): void => writeFileSync(file(name), text);
  const times = (): Record<string, number> =>
    Object.fromEntries(
      readdirSync(file("gen")).map((name) => [name, statSync(file(`gen/${name}`)).mtimeMs]),
    );
  const written = (since: Record<string, number>): readonly string[] =>
    Object.entries(times()).flatMap(([name, time]) => (since[name] === time ? [] : [name]));

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "watch-"));
    mkdirSync(path.join(folder, "src"));
    save("openapi.yaml", document("List the pets."));
    save("pet.yaml", pet());
    save(
      "overlay.yaml",
      "overlay: 1.0.0\ninfo: { title: O, version: '1' }\nactions:\n  - { target: $.info, update: { title: Pets } }\n",
    );
    save("routes.yaml", "routes: []\n");
    // One of the steps renames a tool in the route map.
    const options = "--out src/gen --layout module --runtime package --allow-removed";
    const inputs = "--overlay src/overlay.yaml --routes src/routes.yaml";
    watch = new WatchProcess(`src/openapi.yaml ${options} ${inputs}`.split(" "), folder);
    await watch.prints(/Watching 4 inputs\. Ctrl-C ends it\.$/m);
  });

  after(async () => {
    watch.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test("the same bytes cause no run, and a comment writes no file", async () => {
    const since = times();
    await watch.runs(() => save("openapi.yaml", document("List the pets.")), 0);
    const printed = await watch.runs(
      () => save("openapi.yaml", `# A comment.\n${document("List the pets.")}`),
      1,
    );
    assert.match(printed, /^src\/openapi\.yaml changed\.\n/m);
    assert.match(printed, /up to date, nothing was written/);
    assert.deepEqual(written(since), []);
  });

  test("one summary causes exactly one run, which writes only the files that have it", async () => {
    const since = times();
    await watch.runs(() => save("openapi.yaml", document("List all pets.")), 1);
    assert.deepEqual([...written(since)].sort(), [
      ".mcp-codegen.json",
      "operations.ts",
      "server.ts",
    ]);
    assert.match(readFileSync(file("gen/server.ts"), "utf8"), /List all pets\./);
  });

  test("two saves within 20 ms cause one run", async () => {
    await watch.runs(async () => {
      save("openapi.yaml", document("First."));
      await pause(15);
      save("openapi.yaml", document("Second."));
    }, 1);
    assert.match(readFileSync(file("gen/server.ts"), "utf8"), /Second\./);
  });

  test("a broken document is told, keeps the output and the watch, and its repair causes one run", async () => {
    const since = times();
    const printed = await watch.runs(() => save("openapi.yaml", "openapi: [\n"), 1);
    assert.match(printed, /^src\/openapi\.yaml:\d+:\d+: error\[syntax\]/m);
    const gone = await watch.runs(() => rmSync(file("openapi.yaml")), 1);
    assert.match(gone, /error\[input-unreadable\]: src\/openapi\.yaml does not exist\./);
    assert.deepEqual(written(since), []);
    const repaired = await watch.runs(() => save("openapi.yaml", document("Second.")), 1);
    assert.match(repaired, /nothing was written/);
  });

  test("a file that an editor replaces is watched on", async () => {
    for (const summary of ["Replaced.", "Replaced again.", "Replaced at last."]) {
      await watch.runs(() => {
        save("openapi.yaml~", document(summary));
        renameSync(file("openapi.yaml~"), file("openapi.yaml"));
      }, 1);
      assert.ok(readFileSync(file("gen/server.ts"), "utf8").includes(summary));
    }
  });

  test("references, overlays and the route map are watched", async () => {
    await watch.runs(() => save("pet.yaml", pet(", age: { type: integer }")), 1);
    assert.match(readFileSync(file("gen/types.ts"), "utf8"), /age\?: number/);
    const action = "- { target: $.paths.*.get, update: { summary: Overlaid. } }";
    const overlay = `overlay: 1.0.0\ninfo: { title: O, version: '1' }\nactions:\n  ${action}\n`;
    await watch.runs(() => save("overlay.yaml", overlay), 1);
    assert.match(readFileSync(file("gen/server.ts"), "utf8"), /Overlaid\./);
    await watch.runs(
      () => save("routes.yaml", "routes:\n  - { match: { path: /pets }, name: pets }\n"),
      1,
    );
  });

  test("a reference that is new is watched, also before its file exists", async () => {
    const missing = await watch.runs(() => save("openapi.yaml", document("Second.", toy)), 1);
    assert.match(missing, /toy\.yaml/);
    await watch.runs(
      () => save("toy.yaml", "type: object\nproperties: { colour: { type: string } }\n"),
      1,
    );
    assert.match(readFileSync(file("gen/types.ts"), "utf8"), /colour\?: string/);
  });

  test("other files, also those of the output, cause no run", async () => {
    await watch.runs(() => {
      save("notes.md", "Nothing of this run.\n");
      save("gen/notes.ts", "export {};\n");
    }, 0);
  });

  test("Ctrl-C ends it with success", async () => {
    assert.equal(await watch.end("SIGINT"), 0);
  });
});

test("watch --serve replaces the server when its code changes, and ends it", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "watch-serve-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const input = path.join(folder, "openapi.yaml");
  const alone = (summary: string): string =>
    document(summary).replace('{ $ref: "pet.yaml" }', "{ type: string }");
  writeFileSync(input, alone("List the pets."));
  const args = ["openapi.yaml", "--out", "out", "--serve", "--", "--http", "0"];
  const watch = new WatchProcess(args, folder);
  t.after(() => watch.kill());
  const address = /http:\/\/127\.0\.0\.1:\d+\/mcp/;
  const [first = ""] = address.exec(await watch.prints(address)) ?? [];
  const ping = (url: string): Promise<unknown> => fetch(url, { method: "OPTIONS" });
  await ping(first);

  // What the first run has written itself is no change.
  await watch.runs(() => undefined, 0);
  const commented = `# A comment.\n${alone("List the pets.")}`;
  assert.match(
    await watch.runs(() => writeFileSync(input, commented), 1),
    /^openapi\.yaml changed\.\n[^]*nothing was written/m,
  );
  await ping(first);

  const from = watch.output.length;
  writeFileSync(
    path.join(folder, "out/src/main.ts"),
    `import { run } from "#mcp-runtime";
import { PetsServer } from "./generated/index.js";
const mine: string = "mine";
console.error("this is " + mine);
await run(PetsServer);
`,
  );
  const printed = await watch.prints(/^this is mine$/m, from);
  const [second = ""] = address.exec(await watch.prints(address, from)) ?? [];
  assert.match(printed, /^out\/src changed\.$/m);
  await assert.rejects(ping(first));
  await ping(second);

  assert.equal(await watch.end("SIGTERM"), 0);
  await assert.rejects(ping(second));
});

test("watch says what it can't watch or serve", async () => {
  const cwd = tmpdir();
  const refused = async (args: string): Promise<string> => {
    const { code, stderr } = await runCommand(["watch", ...args.split(" ")], { cwd });
    assert.equal(code, 2, stderr);
    return stderr;
  };
  assert.match(
    await refused("-"),
    /A document from stdin can't be watched: name a file or a URL\./,
  );
  assert.match(await refused("a.yaml --poll 1"), /--poll must be 5 seconds or more\./);
  assert.match(
    await refused("a.yaml -- --http"),
    /The words after -- are those of the server: add --serve\./,
  );
  assert.match(await refused("a.yaml --serve --no-build"), /--serve runs the compiled project/);
});
