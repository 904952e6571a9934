import { createUnplugin, type UnpluginInstance } from "unplugin";
import type { InputWatch } from "../watch/watch-inputs.js";
import { BundledServers, type McpCodegenOptions } from "./bundled-servers.js";
import { reporterOf } from "./report.js";

/**
 * Generates servers when a build starts, and again in a watched build whenever an input changed. Output that is current is
 * not touched, so that a build never causes the next.
 */
export const mcpCodegen: UnpluginInstance<McpCodegenOptions | undefined, false> = createUnplugin(
  (options?: McpCodegenOptions) => {
    const servers = new BundledServers(options);
    let watched: Watched | undefined;
    return {
      name: "mcp-codegen",
      enforce: "pre" as const,
      async buildStart() {
        const report = reporterOf(this);
        const { problems, inputs } = await servers.update();
        for (const file of inputs) report.watch(file);
        for (const problem of problems) report.tell(problem);
      },
      vite: {
        configureServer(server: DevServer) {
          watched?.watch.close();
          const watch = servers.watch((problems) => {
            for (const { severity, text } of problems)
              server.config.logger[logLevels[severity]](text);
          });
          watched = { server, watch };
          server.httpServer?.once("close", () => watch.close());
        },
        // In middleware mode, this alone tells that the server ends.
        closeBundle(this: { readonly environment?: unknown }) {
          if (watched && isPartOf(this.environment, watched.server)) watched.watch.close();
        },
      },
      webpack: generateFirst(servers),
      rspack: generateFirst(servers),
      esbuild: {
        setup(build) {
          build.onResolve({ filter: /.*/ }, ({ kind }) =>
            kind === "entry-point" ? { watchFiles: [...servers.inputs] } : undefined,
          );
        },
      },
    };
  },
);

/** What this plugin uses of the compilers of webpack and Rspack. */
interface Compiler {
  readonly hooks: Readonly<Record<"run" | "watchRun", CompilerHook>>;
}

interface CompilerHook {
  tapPromise(name: string, listener: () => Promise<unknown>): void;
}

/** webpack and Rspack call `buildStart` while they read the entries already, which may import what is not generated yet. */
function generateFirst(servers: BundledServers): (compiler: Compiler) => void {
  return ({ hooks }) => {
    for (const hook of [hooks.run, hooks.watchRun]) {
      hook.tapPromise("mcp-codegen", () => servers.generate());
    }
  };
}

/** What this plugin uses of Vite's development server. */
interface DevServer {
  readonly config: { readonly logger: Record<"error" | "warn" | "info", (text: string) => void> };
  readonly httpServer: { once: (event: "close", listener: () => void) => unknown } | null;
  /** Since Vite 6. */
  readonly environments?: Readonly<Record<string, unknown>>;
}

interface Watched {
  readonly server: DevServer;
  readonly watch: InputWatch;
}

/** A server that is restarted ends after the one that takes its place has begun. */
function isPartOf(environment: unknown, { environments }: DevServer): boolean {
  return (
    environment === undefined ||
    environments === undefined ||
    Object.values(environments).includes(environment)
  );
}

const logLevels = { error: "error", warning: "warn" } as const;
