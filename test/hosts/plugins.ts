/** The plugins of the packed package, in builds of the bundlers that are no dependencies of the project. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { eventually } from "../support/eventually.js";
import { pluginPromises, type Bundler, type LoadBundler } from "../support/plugins/promises.js";
import {
  brokenDocument,
  document,
  located,
  pluginProject,
  type PluginOptions,
  type PluginProject,
} from "../support/plugins/project.js";
import { workFolder } from "./installed.js";
import { installPackage } from "./shop.js";

const work = workFolder();
before(() => installPackage(work));

type PluginOf = (options: PluginOptions) => object;

/** Returns a bundler and the plugin for it. */
async function loaded<Library>(
  project: PluginProject,
  name: string,
  library: string,
): Promise<{ readonly library: Library; readonly plugin: () => object }> {
  const modules = await project.load({ library, plugin: `mcp-codegen/${name}` });
  const { default: pluginOf } = modules["plugin"] as { readonly default: PluginOf };
  return {
    library: modules["library"] as Library,
    plugin: () => pluginOf(project.options),
  };
}

const external = ["mcp-codegen/runtime"];

/** A watcher of Rollup, which Vite returns, too. */
interface RollupWatcher {
  on(
    event: "event",
    listener: (event: {
      readonly code: string;
      readonly error?: Error;
      readonly result?: { close(): unknown };
    }) => void,
  ): void;
  close(): unknown;
}

/** Reports the builds of a watcher. Returns what ends it. */
function reportBuilds(watcher: RollupWatcher, onBuild: (error?: Error) => void): () => unknown {
  watcher.on("event", ({ code, error, result }) => {
    if (code === "BUNDLE_END") onBuild();
    if (code === "ERROR") onBuild(error);
    void result?.close();
  });
  return () => watcher.close();
}

interface Rollup {
  rollup(options: object): Promise<{ write(output: object): Promise<unknown>; close(): unknown }>;
  watch(options: object): RollupWatcher;
}

/** Rollup reads no types; a user has a plugin for that, such as this one of esbuild. */
const removeTypes = (esbuild: { transform: Transform }): object => ({
  name: "remove-types",
  resolveId(source: string, importer: string | undefined) {
    if (!source.startsWith(".") || importer === undefined) return null;
    return path.resolve(path.dirname(importer), source).replace(/\.js$/, ".ts");
  },
  transform: async (text: string) =>
    (await esbuild.transform(text, { loader: "ts", target: "es2022" })).code,
});
type Transform = (text: string, options: object) => Promise<{ readonly code: string }>;

const loadRollup: LoadBundler = async (project): Promise<Bundler> => {
  const { library, plugin } = await loaded<Rollup>(project, "rollup", "rollup");
  const { esbuild } = await project.load({ esbuild: "esbuild" });
  const types = removeTypes(esbuild as { transform: Transform });
  const output = { file: path.join(project.dist, "main.js"), format: "es" };
  const options = (): object => ({ input: project.entry, external, plugins: [plugin(), types] });
  return {
    async build() {
      const bundle = await library.rollup(options());
      await bundle.write(output);
      await bundle.close();
    },
    watch: (onBuild) =>
      Promise.resolve(reportBuilds(library.watch({ ...options(), output }), onBuild)),
  };
};

interface Vite {
  build(options: object): Promise<unknown>;
  createServer(options: object): Promise<{ listen(): Promise<unknown>; close(): Promise<void> }>;
  createLogger(level: string): object;
}

const viteOptions = ({ folder, dist, entry }: PluginProject, plugin: object): object => ({
  root: folder,
  configFile: false,
  logLevel: "silent",
  plugins: [plugin],
  build: {
    ssr: entry,
    outDir: dist,
    target: "node20",
    rollupOptions: { external, output: { entryFileNames: "main.js" } },
  },
});

const loadVite: LoadBundler = async (project) => {
  const { library, plugin } = await loaded<Vite>(project, "vite", "vite");
  return {
    async build() {
      await library.build(viteOptions(project, plugin()));
    },
    async watch(onBuild) {
      const options = viteOptions(project, plugin()) as { readonly build: object };
      const build = { ...options.build, watch: {} };
      const watcher = (await library.build({ ...options, build })) as RollupWatcher;
      return reportBuilds(watcher, onBuild);
    },
  };
};

interface Stats {
  toJson(options: object): { readonly errors: readonly { readonly message: string }[] };
}

type OnStats = (error: Error | null, stats?: Stats) => void;

/** What webpack and Rspack have in common. */
type Webpack = (options: object) => {
  run(callback: OnStats): void;
  watch(options: object, callback: OnStats): { close(callback: () => void): void };
  close(callback: () => void): void;
};

function errorOf(error: Error | null, stats: Stats | undefined): Error | undefined {
  if (error) return error;
  const { errors } = stats!.toJson({ all: false, errors: true });
  return errors.length === 0 ? undefined : new Error(errors.map((e) => e.message).join("\n"));
}

const loadWebpack =
  (name: "webpack" | "rspack", library: string): LoadBundler =>
  async (project) => {
    const { library: module, plugin } = await loaded<{ default: Webpack }>(project, name, library);
    const compile = module.default;
    const options = (): object => ({
      mode: "development",
      devtool: false,
      context: project.folder,
      target: "node20",
      entry: project.entry,
      experiments: { outputModule: true },
      output: {
        path: project.dist,
        filename: "main.js",
        module: true,
        library: { type: "module" },
      },
      module: { rules: [{ test: /\.ts$/, loader: "esbuild-loader" }] },
      resolve: { extensions: [".ts", ".js"], extensionAlias: { ".js": [".ts", ".js"] } },
      externals: { "mcp-codegen/runtime": "module mcp-codegen/runtime" },
      plugins: [plugin()],
    });
    return {
      async build() {
        const compiler = compile(options());
        const failure = await new Promise<Error | undefined>((resolve) => {
          compiler.run((error, stats) => resolve(errorOf(error, stats)));
        });
        await new Promise<void>((resolve) => compiler.close(resolve));
        if (failure) throw failure;
      },
      watch(onBuild) {
        const compiler = compile(options());
        const watching = compiler.watch({ aggregateTimeout: 50 }, (error, stats) =>
          onBuild(errorOf(error, stats)),
        );
        return Promise.resolve(async () => {
          await new Promise<void>((resolve) => watching.close(resolve));
          await new Promise<void>((resolve) => compiler.close(resolve));
        });
      },
    };
  };

const parent = (): string => work;
pluginPromises("Vite", parent, loadVite);
pluginPromises("Rollup", parent, loadRollup);
pluginPromises("webpack", parent, loadWebpack("webpack", "webpack"));
pluginPromises("Rspack", parent, loadWebpack("rspack", "@rspack/core"));

test("the plugin for Vite generates in the development server, and tells a mistake in its log", async (t) => {
  const project = pluginProject(work);
  const { library, plugin } = await loaded<Vite>(project, "vite", "vite");
  const errors: string[] = [];
  const customLogger = {
    ...library.createLogger("silent"),
    error: (text: string) => errors.push(text),
  };
  const server = await library.createServer({
    ...viteOptions(project, plugin()),
    customLogger,
    server: { port: 0, host: "127.0.0.1" },
  });
  await server.listen();
  t.after(() => server.close());
  const generated = path.join(project.generated, "server.ts");
  await eventually(() => /List the pets\./.test(readFileSync(generated, "utf8")), 60_000);
  project.save(document("List them all."));
  await eventually(() => /List them all\./.test(readFileSync(generated, "utf8")), 60_000);
  assert.deepEqual(errors, []);
  project.save(brokenDocument);
  await eventually(() => errors.some((text) => located.test(text)), 60_000);
});
