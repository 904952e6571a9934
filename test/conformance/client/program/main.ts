/**
 * The program that the suite tests: `MCP_CONFORMANCE_SCENARIO=NAME main.mjs URL`. It uses the public runtime as a user
 * would. Says what fails on stderr, and nothing if all is well.
 */
import { authorizationScenarios } from "./authorization-scenarios.js";
import { protocolScenarios } from "./protocol-scenarios.js";
import type { Scenario } from "./scenario.js";
import { takeTurn } from "./turn.js";

const name = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const [url = ""] = process.argv.slice(2);
const scenarios: Readonly<Record<string, Scenario>> = {
  ...protocolScenarios,
  ...authorizationScenarios,
};

const giveBack = await takeTurn();
try {
  const run = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (!run) throw new Error(`There is no program for the scenario ${name}.`);
  await run(url);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  giveBack();
}
