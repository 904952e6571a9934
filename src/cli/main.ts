#!/usr/bin/env node
import { endWithReader } from "../../runtime/protocol/terminal/end-with-reader.js";
import { printError } from "../../runtime/protocol/terminal/print.js";
import { keepCompiledProgram } from "./compile-cache.js";

endWithReader();
keepCompiledProgram();
void runArguments().then(
  (code) => {
    // The server that `serve` runs may have set an exit code already.
    process.exitCode ||= code;
  },
  (error: unknown) => {
    // Node would print a text of the document as it is.
    printError(`${(error instanceof Error && error.stack) || String(error)}\n`);
    process.exitCode = 1;
  },
);

async function runArguments(): Promise<number> {
  const { runCli } = await import("./run-cli.js");
  return runCli(process.argv.slice(2));
}
