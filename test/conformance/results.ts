/** Reads the suite's result files and judges them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Side } from "./suite.js";

interface Check {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
  readonly details?: unknown;
}

export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  /** Problems, one text each. */
  readonly problems: readonly string[];
  /** Reasons for skipped checks, one each. */
  readonly skipped: readonly string[];
}

interface PermittedSkips {
  readonly why: string;
  /** Names of the checks; default: all. */
  readonly checks?: readonly string[];
}

/**
 * Scenarios of which checks may be skipped. Any other skipped check is a failure, because the suite did not find a
 * feature. So is an entry here that is no longer skipped: remove it then.
 */
const mayBeSkipped: { readonly [scenario: string]: PermittedSkips } = {
  "tasks-status-notifications": { why: "the suite has no test for it yet" },
  "sep-2640-skills-directory": { why: "the server declares no skills" },
  "sep-2640-skills-enumeration": { why: "the server declares no skills" },
  "sep-2640-skills-manifest": { why: "the server declares no skills" },
  "sep-2640-client-verify-digest": { why: "the client loads no skills by itself" },
  "sep-2640-client-verify-size": { why: "the client loads no skills by itself" },
  "sep-2640-client-verify-frontmatter": { why: "the client loads no skills by itself" },
  "http-standard-headers": {
    why: "revisions with these headers have no handshake",
    checks: ["ClientMcpMethodHeader_initialize", "ClientMcpMethodHeader_notifications_initialized"],
  },
};

/** Checks that every scenario has; they do not show that it tested its subject. */
const generalChecks = new Set(["wire-schema-valid"]);

/** Reads the results that scenarios of one side left in `folder`. */
export function readResults(
  folder: string,
  side: Side,
  scenarios: readonly string[],
): readonly ScenarioResult[] {
  const found = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
    : [];
  return scenarios.map((scenario) => {
    const mine = found.filter((name) => scenarioOf(name, side) === scenario);
    const files = mine.map((name) => path.join(folder, name, "checks.json")).filter(existsSync);
    // The folder may hold earlier runs.
    const file = files.sort().at(-1);
    if (file === undefined) return missing(scenario, mine.length > 0);
    const result = judge(scenario, JSON.parse(readFileSync(file, "utf8")) as readonly Check[]);
    return { ...result, problems: [...result.problems, ...complaints(path.dirname(file))] };
  });
}

/** The suite names folders by scenario and time. Some scenarios are in a folder of their kind. */
function scenarioOf(folder: string, side: Side): string | undefined {
  const name = /^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder.replaceAll(path.sep, "/"))?.[1];
  return side === "client" ? name : /^server-(.+)$/.exec(name ?? "")?.[1];
}

/** What the client wrote to stderr. The suite does not judge the way in which a client ends if many scenarios run. */
function complaints(folder: string): readonly string[] {
  const file = path.join(folder, "stderr.txt");
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  return text === "" ? [] : [`The client fails: ${text}`];
}

function missing(scenario: string, begun: boolean): ScenarioResult {
  const problem = begun
    ? "It was begun and left no result."
    : "The suite lists it and did not run it.";
  return { scenario, passed: 0, problems: [problem], skipped: [] };
}

export function judge(scenario: string, checks: readonly Check[]): ScenarioResult {
  const problems = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const skipped = checks.filter(({ status }) => status === "SKIPPED");
  const passed = checks.filter(({ status }) => status === "SUCCESS");
  const permitted = Object.hasOwn(mayBeSkipped, scenario) ? mayBeSkipped[scenario] : undefined;
  const wrong = skipped.filter(({ name = "" }) => !(permitted && isIn(permitted, name)));
  const texts = problems.map(
    (check) => `${check.status} ${check.id}: ${reasonOf(check)}${detailsOf(check)}`,
  );
  texts.push(...wrong.map((check) => `SKIPPED ${check.id}: ${reasonOf(check)}`));
  if (permitted && skipped.length === 0) {
    texts.push("It is no longer skipped: take it off the list.");
  }
  const tested =
    passed.some(({ id }) => !generalChecks.has(id)) || (permitted && !permitted.checks);
  if (!tested && texts.length === 0) texts.push("It checked nothing.");
  return {
    scenario,
    passed: passed.length,
    problems: texts,
    skipped: permitted ? skipped.map(() => permitted.why) : [],
  };
}

function isIn({ checks }: PermittedSkips, name: string): boolean {
  return !checks || checks.includes(name);
}

function reasonOf(check: Check): string {
  const text = check.errorMessage ?? check.description ?? check.name ?? "";
  return text.replaceAll(/\s+/g, " ");
}

function detailsOf(check: Check): string {
  return check.details === undefined
    ? ""
    : `\n      ${JSON.stringify(check.details).slice(0, 600)}`;
}
