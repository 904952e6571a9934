import { createJiti } from "jiti";
import { defineConfig } from "./define-config.js";

/**
 * Runs a configuration in TypeScript or JavaScript, which the user has asked for, and returns what it exports by default.
 * `mcp-codegen` is this program, wherever the configuration is. Nothing is cached, because `watch` runs it again.
 *
 * @throws whatever the configuration throws
 */
export async function runConfig(file: string): Promise<unknown> {
  const jiti = createJiti(file, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    virtualModules: { "mcp-codegen": { defineConfig } },
  });
  const { default: exported } = await jiti.import<{ default?: unknown }>(file);
  return typeof exported === "function" ? await (exported as () => unknown)() : exported;
}
