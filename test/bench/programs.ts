/** The measured programs: each a Node program with its arguments. */
import path from "node:path";
import { cliPath, root } from "../support/cli.js";

export type ProgramName = "ours" | "oursWithDist" | "bundle" | "peer";

const peerCli = path.join(root, "node_modules/openapi-mcp-generator/bin/openapi-mcp-generator.js");

/** @param out a folder that does not exist, so that every run writes everything */
export const programs: Record<ProgramName, (file: string, out: string) => readonly string[]> = {
  ours: (file, out) => [cliPath, file, "--out", out, "--no-build", "--quiet", "--mode", "tools"],
  oursWithDist: (file, out) => [cliPath, file, "--out", out, "--quiet", "--mode", "tools"],
  bundle: (file) => [path.join(root, "test/bench/baseline.js"), file],
  peer: (file, out) => [peerCli, "-i", file, "-o", out, "-b", "http://127.0.0.1", "--force"],
};
