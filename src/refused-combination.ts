import { isCarried } from "./emit/runtime-specifier.js";
import { settingName } from "./options/settings.js";
import type { Options } from "./options/table.js";

/** Returns why options can't be combined, with their names on the command line; undefined if they can. */
export function refusedCombination(options: Options): string | undefined {
  const shared = options["runtime-dir"];
  if (shared !== undefined && !isCarried(options.runtime)) {
    return "--runtime-dir needs --runtime bundled or readable.";
  }
  const packaging = refusedPackaging(options);
  if (packaging !== undefined) return packaging;
  if (options.layout === "module" && isCarried(options.runtime) && shared === undefined) {
    return "--layout module can't include a bundled runtime: add --runtime package, an import specifier, or --runtime-dir with a folder for it.";
  }
  return undefined;
}

function refusedPackaging(options: Options): string | undefined {
  const asked = (["docker", "mcpb", "server-json", "worker"] as const).find(
    (name) => options[name],
  );
  if (asked === undefined) return undefined;
  if (options.layout === "module") {
    return `--${asked} packages a complete project: leave out --layout module, or write the file yourself.`;
  }
  // A Worker is bundled with its runtime, wherever that is.
  if (asked === "worker") return undefined;
  if (options["runtime-dir"] !== undefined || options.runtime.startsWith(".")) {
    return `--${asked} needs the runtime in the project or from its package, because nothing outside the project is packed.`;
  }
  return undefined;
}

/** Returns a message with the names that options have in code and in configurations. */
export function withSettingNames(message: string): string {
  return message.replace(
    /--([a-z]+(?:-[a-z]+)*)/g,
    (_, option: string) => `\`${settingName(option)}\``,
  );
}
