import assert from "node:assert/strict";
import { test } from "node:test";
import { matchOperations } from "../../../src/routes/match.js";
import { operation, routeMap } from "./fixtures.js";

const rows: readonly [condition: object, key: string, want: boolean][] = [
  [{ path: "/admin/**" }, "GET /admin", true],
  [{ path: "/admin/**" }, "GET /admin/users/{id}", true],
  [{ path: "/admin/**" }, "GET /administrators", false],
  [{ path: "**/admin/**" }, "GET /v1/admin/x", true],
  [{ path: "/pets/*" }, "GET /pets/{petId}", true],
  [{ path: "/pets/*" }, "GET /pets/{petId}/toys", false],
  [{ path: "/pets/*" }, "GET /pets/.hidden", true],
  [{ path: "/pets/{petId}" }, "GET /pets/{petId}", true],
  [{ path: "/pets/{petId}" }, "GET /pets/petId", false],
  [{ path: "/{pets,toys}/{id}" }, "GET /toys/{id}", true],
  [{ path: "/Users('{id}')" }, "GET /Users('{id}')", true],
  [{ path: "/Users(*)" }, "GET /Users('{id}')", true],
  [{ path: "/{name}:cancel" }, "POST /{name}:cancel", true],
  [{ path: "/a+b/[x]!" }, "GET /a+b/[x]!", true],
  [{ path: "/#Action=*" }, "GET /#Action=ListUsers", true],
  [{ path: ["/a", "/b"] }, "GET /b", true],
  [{ pathRegex: "admin" }, "GET /v1/administrators", true],
  [{ pathRegex: "^/pets$" }, "GET /pets/{id}", false],
  [{ method: "get" }, "GET /a", true],
  [{ method: ["PUT", "POST"] }, "GET /a", false],
  [{ path: "/a", method: "POST" }, "GET /a", false],
  [{}, "DELETE /anything", true],
];

for (const [condition, key, want] of rows) {
  test(`${JSON.stringify(condition)} ${want ? "matches" : "does not match"} ${key}`, () => {
    const [rule] = routeMap([{ match: condition }]).rules;
    assert.deepEqual(matchOperations(rule!.match, [operation(key)]), [want]);
  });
}

const detailed = operation("GET /repos", {
  operationId: "repos/list-all",
  tags: ["repos"],
  deprecated: true,
  extensions: { "x-internal": { team: "a" }, "x-off": false },
});
const details: readonly [condition: object, want: boolean][] = [
  [{ operationId: "repos/list-all" }, true],
  [{ operationId: "repos/*" }, true],
  [{ operationId: "*list*" }, true],
  [{ operationId: "list*" }, false],
  [{ operationId: "repos.list-all" }, false],
  [{ tag: ["users", "repos"] }, true],
  [{ tag: "rep" }, false],
  [{ deprecated: true }, true],
  [{ deprecated: false }, false],
  [{ extension: "x-internal" }, true],
  [{ extension: "x-off" }, false],
  [{ extension: "x-toString" }, false],
  [{ extension: { "x-internal": { team: "a" } } }, true],
  [{ extension: { "x-internal": true } }, false],
  [{ extension: { "x-off": false } }, true],
];

for (const [condition, want] of details) {
  test(`${JSON.stringify(condition)} is ${want} of an operation`, () => {
    const [rule] = routeMap([{ match: condition }]).rules;
    assert.deepEqual(matchOperations(rule!.match, [detailed]), [want]);
  });
}

test("an operation without operationId matches no operationId condition", () => {
  const [rule] = routeMap([{ match: { operationId: "*" } }]).rules;
  assert.deepEqual(matchOperations(rule!.match, [operation("GET /a")]), [false]);
});

test("a pattern that backtracks without end is stopped", () => {
  const [rule] = routeMap([{ match: { pathRegex: "(a+)+$" } }]).rules;
  const path = `/${"a".repeat(60)}!`;
  assert.equal(matchOperations(rule!.match, [operation(`GET ${path}`)]), undefined);
});
