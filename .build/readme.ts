/** Writes the generated part of README.md, the table of options. A test fails if it is stale. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { optionList } from "../src/options/option-list.js";

const readme = path.join(path.dirname(fileURLToPath(import.meta.url)), "../README.md");

/** Returns `text` with the part between the markers replaced. */
export function withOptions(text: string): Promise<string> {
  const between = /(<!-- options:start -->)[\s\S]*?(<!-- options:end -->)/;
  const tables = `Generating:\n\n${optionList("generate")}\nServing (\`mcp-codegen serve\`):\n\n${optionList("serve")}\nCredentials (\`mcp-codegen auth\`):\n\n${optionList("auth")}\nClients (\`mcp-codegen client\`), besides the options for generating:\n\n${optionList("client", ["generate"])}\nCalls (\`mcp-codegen call\`), besides the options for serving without \`--http\`:\n\n${optionList("call", ["generate", "serve"])}`;
  return format(
    text.replace(between, (_, start, end) => `${start}\n\n${tables}\n${end}`),
    {
      parser: "markdown",
      printWidth: 100,
    },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(readme, await withOptions(readFileSync(readme, "utf8")));
}
