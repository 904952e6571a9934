import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/**
 * The command line in few files: opening two hundred small modules costs more than a small document's whole run.
 * Dependencies stay packages; what is imported lazily stays lazy.
 */
export async function bundleCommand(entry: string, target: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: { main: entry },
    platform: "node",
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
  });
  await bundle.write({
    dir: target,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    minify: false,
  });
  await bundle.close();
}
