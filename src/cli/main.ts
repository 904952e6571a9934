#!/usr/bin/env node
import { runCli } from "./run-cli.js";

const code = await runCli(process.argv.slice(2));
// The server that `serve` runs may have set a code of its own.
process.exitCode ||= code;
