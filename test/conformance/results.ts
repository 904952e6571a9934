/** Reads the suite's result files and judges them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

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

/**
 * Scenarios that may be skipped, and why. Any other skipped scenario is a failure, because the suite did not find a
 * feature. So is an entry here that is no longer skipped: remove it then.
 */
const mayBeSkipped: { readonly [scenario: string]: string } = {
  "tasks-status-notifications": "the suite has no test for it yet",
  "sep-2640-skills-directory": "the server declares no skills",
  "sep-2640-skills-enumeration": "the server declares no skills",
  "sep-2640-skills-manifest": "the server declares no skills",
};

/** Checks that every scenario has; they do not show that it tested its subject. */
const generalChecks = new Set(["wire-schema-valid"]);

/** Reads the results that scenarios left in `folder`. */
export function readResults(
  folder: string,
  scenarios: readonly string[],
): readonly ScenarioResult[] {
  const folders = existsSync(folder) ? readdirSync(folder) : [];
  return scenarios.map((scenario) => {
    const mine = folders.filter((name) => scenarioOf(name) === scenario);
    const files = mine.map((name) => path.join(folder, name, "checks.json")).filter(existsSync);
    const file = files[0];
    if (file === undefined) return missing(scenario, mine.length > 0);
    return judge(scenario, JSON.parse(readFileSync(file, "utf8")) as readonly Check[]);
  });
}

function scenarioOf(folder: string): string | undefined {
  return /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
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
  const texts = problems.map(
    (check) => `${check.status} ${check.id}: ${reasonOf(check)}${detailsOf(check)}`,
  );
  const allowed = Object.hasOwn(mayBeSkipped, scenario);
  if (!allowed) texts.push(...skipped.map((check) => `SKIPPED ${check.id}: ${reasonOf(check)}`));
  else if (skipped.length === 0) texts.push("It is no longer skipped: take it off the list.");
  const tested = allowed || passed.some(({ id }) => !generalChecks.has(id));
  if (!tested && texts.length === 0) texts.push("It checked nothing.");
  return {
    scenario,
    passed: passed.length,
    problems: texts,
    skipped: allowed ? skipped.map(() => mayBeSkipped[scenario] ?? "") : [],
  };
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
