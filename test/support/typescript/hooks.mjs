/** Hooks of Node.js that find the `.ts` file behind a `.js` specifier, and compile it with esbuild unless that was done. */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../..");
/** Holds one file for each source file: the digest of what was compiled, a line feed, and the program. */
const cache = path.join(root, "node_modules/.cache/mcp-codegen-tests");
/** With the version of the compiler and its options, which this file holds. */
const compiler = readFileSync(path.join(root, "node_modules/esbuild/package.json"), "utf8");
const own = readFileSync(fileURLToPath(import.meta.url), "utf8");
mkdirSync(cache, { recursive: true });

export async function resolve(specifier, context, next) {
  if (/^(?:\.{0,2}\/|file:)/.test(specifier) && context.parentURL) {
    const url = new URL(specifier, context.parentURL);
    if (url.protocol === "file:" && url.pathname.endsWith(".js") && !isForeign(url)) {
      const source = new URL(url);
      source.pathname = url.pathname.replace(/\.js$/, ".ts");
      if (!existsSync(url) && existsSync(source)) {
        return { url: source.href, format: "module", shortCircuit: true };
      }
    }
  }
  return next(specifier, context);
}

export async function load(address, context, next) {
  const url = new URL(address);
  if (url.protocol !== "file:" || !url.pathname.endsWith(".ts") || isForeign(url)) {
    return next(address, context);
  }
  const source = await programOf(fileURLToPath(url));
  return { format: "module", source, shortCircuit: true };
}

function isForeign(url) {
  return url.pathname.includes("/node_modules/");
}

async function programOf(file) {
  const text = readFileSync(file, "utf8");
  // Generated code in temporary folders is run once.
  if (!file.startsWith(root)) return compile(file, text);
  const digest = digestOf(text, compiler, own);
  const kept = path.join(cache, digestOf(file));
  const [of, program] = existsSync(kept) ? splitFirstLine(readFileSync(kept, "utf8")) : [];
  if (of === digest) return program;
  const compiled = await compile(file, text);
  // Other processes read and write at the same time.
  const part = `${kept}-${randomUUID()}`;
  writeFileSync(part, `${digest}\n${compiled}`);
  renameSync(part, kept);
  return compiled;
}

async function compile(file, text) {
  const { transform } = await import("esbuild");
  const { code } = await transform(text, {
    loader: "ts",
    format: "esm",
    target: "node20",
    sourcefile: file,
    sourcemap: "inline",
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: { target: "ES2022", verbatimModuleSyntax: true } },
  });
  return code;
}

function digestOf(...texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest("hex");
}

function splitFirstLine(text) {
  const end = text.indexOf("\n");
  return [text.slice(0, end), text.slice(end + 1)];
}
