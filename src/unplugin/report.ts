import path from "node:path";
import type { UnpluginBuildContext } from "unplugin";
import { printError } from "../../runtime/protocol/terminal/print.js";
import type { Problem } from "./bundled-servers.js";

/** The bundler's ways to watch a file and to tell a problem. */
export interface Reporter {
  readonly watch: (file: string) => void;
  /** @throws the problem, for a bundler that ends a failed build this way */
  readonly tell: (problem: Problem) => void;
}

/** Returns the ways of the bundler that runs the build. */
export function reporterOf(context: UnpluginBuildContext): Reporter {
  const native = context.getNativeBuildContext?.();
  const compilation =
    native?.framework === "webpack" || native?.framework === "rspack"
      ? native.compilation
      : undefined;
  if (compilation) {
    // A thrown error would end a watched build for good.
    return {
      watch: (file) => context.addWatchFile(file),
      tell: (problem) => {
        const list: unknown =
          problem.severity === "error" ? compilation.errors : compilation.warnings;
        (list as Error[] | undefined)?.push(errorOf(problem));
      },
    };
  }
  const { warn } = context as { warn?: (message: object) => void };
  return {
    watch: (file) => {
      // esbuild takes them from the entry points.
      if (native?.framework !== "esbuild") context.addWatchFile(file);
    },
    tell: (problem) => {
      if (problem.severity === "error") throw errorOf(problem);
      if (warn) warn.call(context, errorOf(problem));
      else printError(`${problem.text}\n`);
    },
  };
}

/** Returns a problem as an error in the form of Rollup, with the place that bundlers print. */
function errorOf({ text, diagnostic }: Problem): Error {
  const { at, code } = diagnostic;
  const error = new Error(text);
  error.stack = text;
  if (!at) return Object.assign(error, { code });
  const file = /^https?:/.test(at.file) ? at.file : path.resolve(at.file);
  return Object.assign(error, {
    code,
    id: file,
    loc: { file, line: at.line, column: at.column - 1 },
  });
}
