/** What a search finds first, on a small document that has one operation for each rule. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "../../runtime/contract/operation.js";
import { OperationFinder } from "../../runtime/server/search/operation-finder.js";

function operation(request: string, description?: string, tags: string[] = []): Operation {
  const [method = "", path = ""] = request.split(" ");
  const name = request.replace(/\W+/g, "_");
  return {
    id: name,
    ...(description === undefined ? {} : { description }),
    request: { method, path },
    input: { type: "object" },
    expose: { as: "searchable", name, tags },
  };
}

const operations = [
  operation("GET /v1/groups", "List groups"),
  operation("POST /v1/groups", "Create a group"),
  operation("GET /v1/groups/{id}", "Get a group"),
  operation("DELETE /v1/groups/{id}", "Delete a group"),
  operation("GET /v1/groups/{id}/members", "List the members of a group"),
  operation("POST /v1/groups/{id}/members/$ref", "Create new navigation property ref to members"),
  operation("DELETE /v1/groups/{id}/members/{memberId}/$ref"),
  operation("GET /v1/groups/{id}/members/$count"),
  operation("GET /v1/me/messages"),
  operation("GET /v1/users", "List users"),
  operation("GET /v1/users/{id}"),
  operation("PATCH /v1/users/{id}"),
  operation("GET /v1/users/{id}/messages"),
  operation("POST /v1/users/{id}/authentication/factors/reset", "Reset the factors"),
  operation("POST /v1/me/ns.sendMail"),
  operation("GET /v1/repositories/{repo}/pulls", "List pull requests"),
  operation("PUT /v1/repositories/{repo}/pulls/{number}/merge", "Merge a pull request"),
  operation("GET /v1/repositories/{repo}/pulls/{number}/reviewers", "Get the reviewers of a pull"),
  operation("GET /v1/repositories/{repo}/statuses"),
  operation("GET /v1/policies"),
  operation("POST /v1/policies"),
  operation("GET /v1/indices"),
  operation("GET /v1/organizations"),
  operation("GET /v1/configMaps/{name}", undefined, ["Storage"]),
  operation("PATCH /v1/zones/{zone}/dnssec", "Edit the DNSSEC status"),
  operation("POST /v1/charges/{id}/refund", "Deprecated: Refund a charge"),
  operation("POST /v1/charges/{id}/refunds", "Refund a charge"),
  operation("GET /v1/charges/{id}/refunds"),
  operation("DELETE /v1/sessions/{id}", "Ends a session"),
  operation("GET /v1/Haustiere", "Listet alle Haustiere auf"),
  operation("GET /v1/pets", "ペットの一覧を取得する"),
];

const finder = new OperationFinder(operations);

function found(question: string): string[] {
  return finder.find(question, 5).map(({ request }) => `${request.method} ${request.path}`);
}

function finds(question: string, request: string): void {
  assert.equal(found(question)[0], request, `${question}: ${found(question).join(", ")}`);
}

test("a collection is listed, an item is read, and words that a path has in addition count against it", () => {
  finds("list all users", "GET /v1/users");
  finds("show a user", "GET /v1/users/{id}");
  finds("which groups are there", "GET /v1/groups");
  finds("list the members of a group", "GET /v1/groups/{id}/members");
  finds("count the members of a group", "GET /v1/groups/{id}/members/$count");
});

test("methods are verbs, and references are added and removed", () => {
  finds("make a new group", "POST /v1/groups");
  finds("rename a user", "PATCH /v1/users/{id}");
  finds("erase a group", "DELETE /v1/groups/{id}");
  finds("add a member to a group", "POST /v1/groups/{id}/members/$ref");
  finds("remove a member from a group", "DELETE /v1/groups/{id}/members/{memberId}/$ref");
  finds("turn on DNSSEC", "PATCH /v1/zones/{zone}/dnssec");
  finds("sign the user out", "DELETE /v1/sessions/{id}");
});

test("the verb of a question may be the last segment of a path, and deprecated operations come later", () => {
  finds("merge a pull request", "PUT /v1/repositories/{repo}/pulls/{number}/merge");
  finds("refund a charge", "POST /v1/charges/{id}/refunds");
  finds("send an email", "POST /v1/me/ns.sendMail");
});

test("`my` means the caller, unless `me` only gets the answer", () => {
  finds("list my messages", "GET /v1/me/messages");
  finds("show me the messages of a user", "GET /v1/users/{id}/messages");
});

test("plurals, abbreviations, spellings and words that are written as one are the same", () => {
  finds("get a policy", "GET /v1/policies");
  finds("list the index", "GET /v1/indices");
  finds("status of a repo", "GET /v1/repositories/{repo}/statuses");
  finds("list PRs", "GET /v1/repositories/{repo}/pulls");
  finds("list organisations", "GET /v1/organizations");
  finds("read a config map", "GET /v1/configMaps/{name}");
  finds("read a configmap", "GET /v1/configMaps/{name}");
  finds("getConfigMap", "GET /v1/configMaps/{name}");
  finds("reset MFA", "POST /v1/users/{id}/authentication/factors/reset");
  finds("reviews of a pull request", "GET /v1/repositories/{repo}/pulls/{number}/reviewers");
});

test("typing errors are forgiven where no word matches exactly", () => {
  finds("list orgnizations", "GET /v1/organizations");
  finds("list polices", "GET /v1/policies");
  finds("merge a pull reqest", "PUT /v1/repositories/{repo}/pulls/{number}/merge");
});

test("ids, addresses and quoted names in a question change nothing", () => {
  const plain = found("show a user");
  for (const question of [
    "show a user #42",
    "show a user 123",
    'show a user "list all groups"',
    "show a user ada@groups.example",
    "show a user https://groups.example/members",
    "show a user’s 0f8fad5b-d9cb-469f-a165-70867728950e",
  ]) {
    assert.equal(found(question)[0], plain[0], question);
  }
  finds('"groups"', "GET /v1/groups");
});

test("names, ids and requests of operations are first, in any case", () => {
  for (const { id, request } of operations) {
    assert.equal(finder.find(id.toUpperCase(), 1)[0]?.id, id);
    assert.equal(finder.find(` ${request.method} ${request.path} `, 1)[0]?.id, id);
  }
});

test("other languages and scripts are searched by their words", () => {
  finds("Haustiere auflisten", "GET /v1/Haustiere");
  finds("ペットの一覧", "GET /v1/pets");
});

test("what is not allowed is not found, and does not hide what is", () => {
  const allowed = finder.find("list all users", 3, ({ request }) => request.path !== "/v1/users");
  assert.ok(allowed.length > 0);
  assert.ok(allowed.every(({ request }) => request.path !== "/v1/users"));
  assert.deepEqual(
    finder.find("GET /v1/users", 1, () => false),
    [],
  );
});

test("questions without words and hostile questions are answered at once", () => {
  for (const question of ["", " ", "???", "#1", "\u0000", "__proto__", "constructor", "🐾"]) {
    assert.ok(found(question).length <= 5);
  }
  const long = [
    "a".repeat(100_000),
    "list ".repeat(20_000),
    '"'.repeat(50_000),
    "@ ".repeat(50_000),
  ];
  for (const question of [...long, "x@".repeat(50_000), "'s ".repeat(30_000), "A".repeat(50_000)]) {
    const begin = process.cpuUsage();
    found(question);
    const { user } = process.cpuUsage(begin);
    assert.ok(user < 2_000_000, `${question.slice(0, 10)}: ${user} µs`);
  }
});
