import type { ImportExtension } from "./file-context.js";
import type { Templates } from "./templates/templates.js";
import { bundledRuntime } from "./runtime-specifier.js";

/** What package.json and tsconfig.json say about building a project, which follows from the ending of its imports. */
export interface BuildTools {
  /** The command behind `npm run build`. */
  readonly build: string;
  /** Oldest version of TypeScript that builds the project. */
  readonly typescript: string;
  /** tsc only checks types and a bundler writes `dist/`, because Node doesn't resolve imports without extension. */
  readonly bundler: boolean;
}

/** Returns how a project whose imports end like this is built. */
export function buildTools(extension: ImportExtension, runtimeSpecifier: string): BuildTools {
  switch (extension) {
    case "js":
      return { build: "tsc", typescript: "5.5", bundler: false };
    case "ts":
      return { build: "tsc", typescript: "5.7", bundler: false };
    case "none": {
      const external = runtimeSpecifier === bundledRuntime ? ` --external:${bundledRuntime}` : "";
      const build = `tsc && esbuild src/main.ts src/generated/index.ts --bundle --splitting --format=esm --platform=node --packages=external${external} --outdir=dist`;
      return { build, typescript: "5.5", bundler: true };
    }
  }
}

/** Returns the tsconfig.json of a project. */
export function tsconfig(extension: ImportExtension, templates: Templates): string {
  return templates.render("tsconfig.json", {
    bundler: extension === "none",
    runsSources: extension === "ts",
  });
}
