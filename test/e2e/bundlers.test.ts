/** The plugins for the bundlers that are dependencies of the project, and for Next.js. `npm run hosts` tries the others. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import {
  context as esbuildContext,
  build as esbuild,
  type BuildOptions,
  type Plugin as EsbuildPlugin,
} from "esbuild";
import { rolldown, watch as rolldownWatch, type Plugin as RolldownPlugin } from "rolldown";
import { root } from "../support/cli.js";
import { pluginPromises } from "../support/plugins/promises.js";
import {
  brokenDocument,
  located,
  pluginProject,
  type PluginOptions,
  type PluginProject,
} from "../support/plugins/project.js";

let work: string;

before(() => {
  work = mkdtempSync(path.join(tmpdir(), "bundlers-"));
  mkdirSync(path.join(work, "node_modules"));
  symlinkSync(root, path.join(work, "node_modules/mcp-codegen"), "junction");
});

after(() => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));

async function pluginFor<Plugin>(name: string, project: PluginProject): Promise<Plugin> {
  const { plugin } = await project.load({ plugin: `mcp-codegen/${name}` });
  return (plugin as { default: (options: PluginOptions) => Plugin }).default(project.options);
}

const external = ["mcp-codegen/runtime"];

pluginPromises(
  "rolldown",
  () => work,
  async (project) => {
    const plugin = await pluginFor<RolldownPlugin>("rolldown", project);
    const options = { input: project.entry, external, plugins: [plugin] };
    const output = { dir: project.dist };
    return {
      async build() {
        const bundle = await rolldown(options);
        await bundle.write(output);
        await bundle.close();
      },
      watch(onBuild) {
        const watcher = rolldownWatch({ ...options, output });
        watcher.on("event", (event) => {
          if (event.code === "BUNDLE_END") onBuild();
          if (event.code === "ERROR") onBuild(event.error);
          if ("result" in event) void event.result.close();
        });
        return Promise.resolve(() => watcher.close());
      },
    };
  },
);

pluginPromises(
  "esbuild",
  () => work,
  async (project) => {
    const options: BuildOptions = {
      entryPoints: [project.entry],
      bundle: true,
      outdir: project.dist,
      format: "esm",
      external,
      logLevel: "silent",
      plugins: [await pluginFor<EsbuildPlugin>("esbuild", project)],
    };
    return {
      async build() {
        await esbuild(options);
      },
      async watch(onBuild) {
        const reporter: EsbuildPlugin = {
          name: "reporter",
          setup: (build) =>
            build.onEnd(({ errors: [error] }) => onBuild(error && new Error(error.text))),
        };
        const context = await esbuildContext({
          ...options,
          plugins: [...(options.plugins ?? []), reporter],
        });
        await context.watch();
        return () => context.dispose();
      },
    };
  },
);

test("Next.js generates before its build and fails with the place of a mistake", async () => {
  const project = pluginProject(work);
  const { next } = await project.load({ next: "mcp-codegen/next" });
  const { withMcpCodegen } = next as {
    withMcpCodegen: (
      config: object,
      options: PluginOptions,
    ) => (phase: string, context: object) => Promise<object>;
  };
  const config = { reactStrictMode: true };
  const build = (): Promise<object> =>
    withMcpCodegen(config, project.options)("phase-production-build", { defaultConfig: {} });
  assert.equal(await build(), config);
  const server = path.join(project.generated, "server.ts");
  assert.match(readFileSync(server, "utf8"), /class PetsServer/);
  project.save(brokenDocument);
  await assert.rejects(build(), located);
});
