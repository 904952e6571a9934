/** What the plugin promises in each bundler, as tests. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { eventually } from "../eventually.js";
import {
  brokenDocument,
  document,
  located,
  pluginProject,
  writesOf,
  type PluginProject,
} from "./project.js";

/** What is left of a bundler's API, with the plugin in its configuration. */
export interface Bundler {
  /** Builds `src/main.ts` to `dist/main.js`. @throws Error with what is wrong */
  build(): Promise<void>;
  /** Builds now and for each change, and reports each build. Resolves to what ends it. */
  watch(onBuild: (error?: Error) => void): Promise<() => unknown>;
}

/** Returns a bundler for a project. A bundler takes the plugin as any plugin of its own. */
export type LoadBundler = (project: PluginProject) => Promise<Bundler>;

const waitMs = 60_000;

/** Time in which a further build would begin. */
const quietMs = 800;

/** @param parent returns a folder of projects, in which the package and the bundler are installed */
export function pluginPromises(name: string, parent: () => string, load: LoadBundler): void {
  describe(`the plugin for ${name}`, () => {
    test("generates before it bundles, writes nothing for the same document, and fails with the place of a mistake", async () => {
      const project = pluginProject(parent());
      await (await load(project)).build();
      const bundle = pathToFileURL(path.join(project.dist, "main.js")).href;
      const { PetsServer } = (await import(bundle)) as { PetsServer: new () => object };
      assert.equal(typeof new PetsServer(), "object");

      const before = writesOf(project.generated);
      await (await load(project)).build();
      assert.deepEqual(writesOf(project.generated), before);

      project.save(brokenDocument);
      await assert.rejects((await load(project)).build(), located);
      assert.deepEqual(writesOf(project.generated), before);
    });

    test("generates once for a change in a watched build, which outlives a mistake", async (t) => {
      const project = pluginProject(parent());
      const builds: (Error | undefined)[] = [];
      const close = await (await load(project)).watch((error) => builds.push(error));
      t.after(close);
      const server = path.join(project.generated, "server.ts");
      const nextBuild = (from: number, isDone: () => boolean): Promise<void> =>
        eventually(() => builds.length > from && isDone(), waitMs);
      await nextBuild(0, () => true);
      await quiet(builds);
      assert.deepEqual(builds.filter(Boolean), []);

      const first = writesOf(project.generated);
      let seen = builds.length;
      project.save(document("List them all."));
      await nextBuild(seen, () => /List them all\./.test(readFileSync(server, "utf8")));
      const changed = writesOf(project.generated);
      assert.equal(changed["types.ts"], first["types.ts"], "types are the same");
      await quiet(builds);
      assert.deepEqual(writesOf(project.generated), changed, "it was generated once");
      // Bundlers may build once more because of the files that the run wrote.
      assert.ok(builds.length <= seen + 2, `${builds.length - seen} builds`);

      seen = builds.length;
      project.save(brokenDocument);
      await nextBuild(seen, () => located.test(String(builds.at(-1)?.message)));
      await quiet(builds);

      seen = builds.length;
      project.save(document("List some."));
      await nextBuild(seen, () => /List some\./.test(readFileSync(server, "utf8")));
      await eventually(() => builds.at(-1) === undefined, waitMs);
    });
  });
}

/** Waits until no further build came for a while. */
async function quiet(builds: readonly unknown[]): Promise<void> {
  for (let seen = -1; seen !== builds.length;) {
    seen = builds.length;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  }
}
