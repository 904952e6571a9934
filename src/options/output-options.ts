/** The options that shape the files of an output, whatever its tools are. */
import { generating, writing } from "./command-groups.js";
import type { OptionRow } from "./option-row.js";

export const outputOptions = {
  "import-extension": {
    type: "string",
    choices: ["js", "ts", "none"],
    default: "js",
    doc: "How relative imports of generated code end: in .js, as Node and tsc want them; in .ts, for Node 24, Deno and Bun, which then run src/ itself; or without extension, for bundlers.",
    commands: writing,
  },
  split: {
    type: "string",
    choices: ["auto", "tag", "none"],
    default: "auto",
    doc: "Write the operations and types of each tag to files of their own, or all to operations.ts and types.ts. `auto` splits them if there are more than 200 operations.",
    commands: generating,
  },
} as const satisfies Record<string, OptionRow>;
