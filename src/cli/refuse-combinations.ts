import { isCarried } from "../emit/runtime-specifier.js";
import type { Options } from "../options/table.js";
import { UsageError } from "./usage-error.js";

/** @throws UsageError for options that can't be combined */
export function refuseCombinations(options: Options): void {
  const shared = options["runtime-dir"];
  if (shared !== undefined && !isCarried(options.runtime)) {
    throw new UsageError("--runtime-dir needs --runtime bundled or readable.");
  }
  if (options.layout !== "module") return;
  const packaging = (["docker", "mcpb", "worker", "server-json"] as const).find(
    (name) => options[name],
  );
  if (packaging !== undefined) {
    throw new UsageError(
      `--${packaging} packages a complete project: leave out --layout module, or write the file yourself.`,
    );
  }
  if (options.out === undefined) throw new UsageError("--layout module needs --out.");
  if (isCarried(options.runtime) && shared === undefined) {
    throw new UsageError(
      "--layout module can't include a bundled runtime: add --runtime package, an import specifier, or --runtime-dir with a folder for it.",
    );
  }
}
