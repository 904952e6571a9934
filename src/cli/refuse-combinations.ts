import { isCarried } from "../emit/runtime-specifier.js";
import type { Options } from "../options/table.js";
import { UsageError } from "./usage-error.js";

/** @throws UsageError for options that can't be combined */
export function refuseCombinations(options: Options): void {
  const shared = options["runtime-dir"];
  if (shared !== undefined && !isCarried(options.runtime)) {
    throw new UsageError("--runtime-dir needs --runtime bundled or readable.");
  }
  refusePackaging(options);
  if (options.layout !== "module") return;
  if (options.out === undefined) throw new UsageError("--layout module needs --out.");
  if (isCarried(options.runtime) && shared === undefined) {
    throw new UsageError(
      "--layout module can't include a bundled runtime: add --runtime package, an import specifier, or --runtime-dir with a folder for it.",
    );
  }
}

function refusePackaging(options: Options): void {
  const asked = (["docker", "mcpb", "server-json", "worker"] as const).find(
    (name) => options[name],
  );
  if (asked === undefined) return;
  if (options.layout === "module") {
    throw new UsageError(
      `--${asked} packages a complete project: leave out --layout module, or write the file yourself.`,
    );
  }
  // A Worker is bundled with its runtime, wherever that is.
  if (asked === "worker") return;
  if (options["runtime-dir"] !== undefined || options.runtime.startsWith(".")) {
    throw new UsageError(
      `--${asked} needs the runtime in the project or from its package, because nothing outside the project is packed.`,
    );
  }
}
