import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test, type TestContext } from "node:test";
import {
  context as esbuildContext,
  build as esbuild,
  type BuildOptions,
  type Plugin as EsbuildPlugin,
} from "esbuild";
import { rolldown, watch as rolldownWatch, type Plugin as RolldownPlugin } from "rolldown";
import { root } from "../support/cli.js";
import { eventually } from "../support/eventually.js";

interface Options {
  readonly cwd: string;
  readonly input: string;
  readonly out: string;
  readonly layout: "module";
  readonly runtime: "package";
}

async function pluginFor<Plugin>(bundler: string): Promise<(options: Options) => Plugin> {
  const file = path.join(root, "dist/cli/unplugin", `${bundler}.js`);
  const { default: plugin } = (await import(file)) as { default: (options: Options) => Plugin };
  return plugin;
}

const document = (summary: string): string => `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: ${summary}
      responses: { "204": { description: Nothing. } }
`;

function project(t: TestContext): {
  folder: string;
  options: Options;
  save: (text: string) => void;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "bundlers-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(path.join(folder, "src"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const save = (text: string): void => writeFileSync(path.join(folder, "openapi.yaml"), text);
  save(document("List the pets."));
  writeFileSync(path.join(folder, "src/main.ts"), 'export { PetsServer } from "./gen/index.js";\n');
  return {
    folder,
    save,
    options: {
      cwd: folder,
      input: "openapi.yaml",
      out: path.join(folder, "src/gen"),
      layout: "module",
      runtime: "package",
    },
  };
}

const external = ["mcp-codegen/runtime"];

test("rolldown generates at the start of a build, and once for a change of the document", async (t) => {
  const { folder, options, save } = project(t);
  const plugin = await pluginFor<RolldownPlugin>("rolldown");
  const input = path.join(folder, "src/main.ts");
  const bundle = await rolldown({ input, external, plugins: [plugin(options)] });
  const { output } = await bundle.generate();
  await bundle.close();
  assert.match(output[0].code, /\bclass (?:PetsServer )?extends OpenApiServer/);

  const before = statSync(path.join(folder, "src/gen/types.ts")).mtimeMs;
  let builds = 0;
  const watcher = rolldownWatch({
    input,
    external,
    plugins: [plugin(options)],
    output: { dir: path.join(folder, "dist") },
  });
  t.after(() => watcher.close());
  watcher.on("event", (event) => {
    if (event.code === "BUNDLE_END") {
      builds += 1;
      void event.result.close();
    }
  });
  await eventually(() => builds === 1, 60_000);
  save(document("List them all."));
  const server = path.join(folder, "src/gen/server.ts");
  await eventually(() => /List them all\./.test(readFileSync(server, "utf8")), 60_000);
  await eventually(() => builds >= 2, 60_000);
  const seen = builds;
  await new Promise((resolve) => setTimeout(resolve, 800));
  // Bundlers may build once more because of the files that the run wrote; then they are quiet.
  assert.ok(builds <= seen + 1, `${builds} builds`);
  assert.equal(
    statSync(path.join(folder, "src/gen/types.ts")).mtimeMs,
    before,
    "types are the same",
  );
});

test("rolldown fails with the place of a mistake in the document", async (t) => {
  const { folder, options, save } = project(t);
  save("openapi: 3.1.0\ninfo: [\n");
  const plugin = await pluginFor<RolldownPlugin>("rolldown");
  const bundle = await rolldown({
    input: path.join(folder, "src/main.ts"),
    external,
    plugins: [plugin(options)],
  });
  await assert.rejects(bundle.generate(), /openapi\.yaml:\d+:\d+: error\[syntax\]/);
  await bundle.close();
});

test("esbuild generates at the start of a build, and again for a change of the document", async (t) => {
  const { folder, options, save } = project(t);
  const plugin = await pluginFor<EsbuildPlugin>("esbuild");
  const settings: BuildOptions & { write: false } = {
    entryPoints: [path.join(folder, "src/main.ts")],
    bundle: true,
    write: false,
    format: "esm",
    external,
    logLevel: "silent",
  };
  const { outputFiles } = await esbuild({ ...settings, plugins: [plugin(options)] });
  assert.match(outputFiles[0]?.text ?? "", /\bclass (?:PetsServer )?extends OpenApiServer/);

  const context = await esbuildContext({ ...settings, plugins: [plugin(options)] });
  t.after(() => context.dispose());
  await context.watch();
  save(document("List them all."));
  const server = path.join(folder, "src/gen/server.ts");
  await eventually(() => /List them all\./.test(readFileSync(server, "utf8")), 60_000);

  save("openapi: 3.1.0\ninfo: [\n");
  await assert.rejects(
    esbuild({ ...settings, plugins: [plugin(options)] }),
    /openapi\.yaml:\d+:\d+: error\[syntax\]/,
  );
});

test("Next.js generates before its build and fails with the place of a mistake", async (t) => {
  const { options, save } = project(t);
  const file = path.join(root, "dist/cli/unplugin/next.js");
  const { withMcpCodegen } = (await import(file)) as {
    withMcpCodegen: (
      config: object,
      options: Options,
    ) => (phase: string, context: object) => Promise<object>;
  };
  const config = { reactStrictMode: true };
  const build = (): Promise<object> =>
    withMcpCodegen(config, options)("phase-production-build", { defaultConfig: {} });
  assert.equal(await build(), config);
  assert.match(readFileSync(path.join(options.out, "server.ts"), "utf8"), /class PetsServer/);
  save("openapi: 3.1.0\ninfo: [\n");
  await assert.rejects(build(), /openapi\.yaml:\d+:\d+: error\[syntax\]/);
});
