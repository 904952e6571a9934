import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { ValidatedDocuments } from "../../../src/load/input-read.js";
import { loadSources } from "../../../src/load/load.js";
import { InputLog } from "../../../src/watch/input-log.js";
import { InputWatch } from "../../../src/watch/watch-inputs.js";
import { eventually } from "../../support/eventually.js";

for (const kind of ["etag", "last-modified"] as const) {
  test(`a document on the web is asked for with its ${kind}, and one change causes one run`, async (t) => {
    let version = 1;
    let isDown = false;
    const answers: number[] = [];
    const validator = (): string =>
      kind === "etag" ? `"${version}"` : new Date(version * 1000).toUTCString();
    const server = createServer((request, response) => {
      const asked = request.headers[kind === "etag" ? "if-none-match" : "if-modified-since"];
      const status = isDown ? 503 : asked === validator() ? 304 : 200;
      answers.push(status);
      response.writeHead(status, { [kind]: validator() });
      response.end(status === 200 ? `openapi: 3.1.${version}` : undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`;

    const runs: string[] = [];
    const validated: ValidatedDocuments = new Map();
    const watch = new InputWatch({
      pollMs: 20,
      quietMs: 5,
      run: async (changed) => {
        const log = new InputLog();
        const { sources } = await loadSources(url, {
          cwd: "/",
          allowRemoteRefs: false,
          allowRefsOutside: false,
          validated,
          onRead: log.record,
        });
        runs.push(`${[...changed].join()} ${sources?.root.text}`);
        return log;
      },
    });
    const watching = watch.watch();
    t.after(() => watch.close());
    const answered = (status: number): number => answers.filter((each) => each === status).length;

    await eventually(() => answered(304) >= 3);
    assert.deepEqual(runs, [" openapi: 3.1.1"]);
    assert.equal(answered(200), 1, "the document is sent once");
    isDown = true;
    await eventually(() => answered(503) >= 2);
    isDown = false;
    version = 2;
    await eventually(() => runs.length > 1);
    const before = answered(304);
    await eventually(() => answered(304) >= before + 3);
    assert.deepEqual(runs, [" openapi: 3.1.1", `${url} openapi: 3.1.2`]);
    assert.equal(answered(200), 2, "the run does not fetch again what the question fetched");
    watch.close();
    await watching;
  });
}
