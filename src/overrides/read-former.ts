import { lookAt } from "../write/disk.js";
import { manifestName, maxManifestBytes, parseManifest } from "../write/manifest.js";
import { readGeneratedCode, type GeneratedCode } from "./generated-code.js";

/**
 * Reads what an earlier run generated from the disk.
 *
 * @param out the output folder, absolute
 * @param folder the generated folder below it, as a prefix of paths: `src/generated/` or nothing
 * @param names the paths that a run generates now, for a folder without a manifest
 */
export function readFormerCode(
  out: string,
  folder: string,
  names: readonly string[],
): GeneratedCode | undefined {
  const manifest = lookAt(out, `${folder}${manifestName}`);
  const recorded =
    manifest.kind === "file" && manifest.content.length <= maxManifestBytes
      ? parseManifest(manifest.content)
      : undefined;
  const paths = new Set([...names, ...(recorded?.files.keys() ?? [])]);
  const files = new Map<string, string>();
  for (const path of paths) {
    if (!path.startsWith(folder) || !path.endsWith(".ts")) continue;
    const occupant = lookAt(out, path);
    if (occupant.kind === "file") files.set(path.slice(folder.length), occupant.content);
  }
  return readGeneratedCode(files);
}
