#!/usr/bin/env node
import { runCli } from "./run-cli.js";

// Nothing waits here: in the bundle, what is loaded when first used imports the chunk that this is a part of.
void runCli(process.argv.slice(2)).then((code) => {
  // The server that `serve` runs may have set a code of its own.
  process.exitCode ||= code;
});
