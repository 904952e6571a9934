/** The options that shape the files of an output, whatever its tools are. */
import { generating, writing } from "../command-groups.js";
import type { OptionRow } from "../option-row.js";

export const outputOptions = {
  out: {
    type: "string",
    value: "DIR",
    path: true,
    doc: "Output folder. Default: <name>-mcp, or <name>-client.",
    commands: [...writing, "init"],
  },
  layout: {
    type: "string",
    choices: ["project", "module"],
    default: "project",
    doc: "Write a complete project that can run, or only the generated modules, for a folder of your own project.",
    commands: writing,
  },
  runtime: {
    type: "string",
    value: "bundled|readable|package|SPECIFIER",
    default: "bundled",
    doc: "Where generated code has the runtime from: a copy in the output, minified into few files (bundled) or readable; the package mcp-codegen/runtime; or any import specifier.",
    commands: [...writing, "new"],
  },
  "runtime-dir": {
    type: "string",
    value: "DIR",
    path: true,
    doc: "Write the runtime to this folder instead of into the output, and import it from there: one runtime for several servers of a repository.",
    commands: writing,
  },
  "import-extension": {
    type: "string",
    choices: ["js", "ts", "none"],
    default: "js",
    doc: "How relative imports of generated code end: in .js, as Node and tsc want them; in .ts, for Node 24, Deno and Bun, which then run src/ itself; or without extension, for bundlers.",
    commands: writing,
  },
  split: {
    type: "string",
    choices: ["auto", "tag", "methods", "none"],
    default: "auto",
    doc: "Write the operations and types of each tag to files of their own (`tag`), the methods of the class, too (`methods`), or all to operations.ts, types.ts and server.ts (`none`). `auto` is `tag` above 200 operations and `methods` above 2,000.",
    commands: generating,
  },
  templates: {
    type: "string",
    value: "DIR",
    path: true,
    doc: "Folder with templates of your own, such as server.ts.hbs, in place of some of the built-in ones. They are your code.",
    commands: writing,
  },
  build: {
    type: "boolean",
    default: true,
    doc: "Compile the project into dist/. With --no-build, run `tsc` yourself.",
    negatedDoc: "Do not compile the project; run `tsc` yourself.",
    commands: writing,
  },
  tests: {
    type: "boolean",
    default: false,
    doc: "Also write tests for `node --test`, which need no API: for each operation, they compare the bytes of its request and its result.",
    commands: generating,
  },
  snapshot: {
    type: "string",
    value: "FILE",
    path: true,
    doc: "Write what the server lists to this file too. Without a server, generate from the file.",
    commands: ["client"],
  },
} as const satisfies Record<string, OptionRow>;
