/**
 * Reporter for `node --test`: what `spec` prints, then the files that took longest, and one last line `N passed, N failed`.
 * Fails the run when no test passed, so that a run which finds no tests is noticed.
 * (JavaScript, because Node loads reporters before tsx.)
 */
import path from "node:path";
import { Readable } from "node:stream";
import { spec } from "node:test/reporters";

export default async function* reporter(source) {
  let passed = 0;
  let failed = 0;
  const files = [];
  const counted = async function* () {
    for await (const event of source) {
      if (event.type === "test:pass" && isTest(event.data)) passed += 1;
      if (event.type === "test:fail" && isFailure(event.data)) failed += 1;
      if (event.type === "test:complete" && isFile(event.data)) files.push(event.data);
      yield event;
    }
  };
  yield* Readable.from(counted()).pipe(new spec());
  if (files.length > 1) yield longest(files);
  if (passed === 0) process.exitCode = 1;
  yield `${passed} passed, ${failed} failed\n`;
}

/** Whether an event is of a test that ran: not of a suite or a file, nor of a test that a filter of the run left out. */
function isTest({ name, file, details, skip }) {
  const filtered = /does not match pattern|'only' option/.test(String(skip));
  return details.type !== "suite" && !isFile({ name, file }) && !filtered;
}

/** A suite or a file counts only when it fails by itself, for example by a hook: its tests are counted already. */
function isFailure(data) {
  return isTest(data) || data.details.error.failureType !== "subtestsFailed";
}

/** Whether an event is of a whole file, whose time includes that of its process. */
function isFile({ name, file }) {
  return file !== undefined && path.resolve(name) === file;
}

/** Says which files to look at when a run takes too long. */
function longest(files) {
  const sorted = files.sort((left, right) => right.details.duration_ms - left.details.duration_ms);
  const lines = sorted
    .slice(0, 12)
    .map(
      ({ file, details }) =>
        `  ${(details.duration_ms / 1000).toFixed(1)} s ${path.relative("", file)}\n`,
    );
  return ["longest files:\n", ...lines].join("");
}
