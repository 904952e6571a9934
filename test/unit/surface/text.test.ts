import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addsNothing,
  operationDescription,
  shorten,
  titleOf,
} from "../../../src/surface/names/descriptions.js";

const cuts: readonly [text: string, limit: number, want: string][] = [
  ["Short.", 10, "Short."],
  ["One sentence. Another sentence that is cut.", 20, "One sentence. …"],
  ["Words without an end to cut at", 16, "Words without…"],
  ["A. Then a long sentence follows here", 24, "A. Then a long sentence…"],
  ["Unbreakableunbreakable", 10, "Unbreakab…"],
  ["emoji 👍👍👍👍👍", 10, "emoji 👍…"],
  ["See [the manual](https://a.example/b) and <b>more</b>", 25, "See the manual and more"],
  ["See [the manual](https://a.example/b)", 60, "See [the manual](https://a.example/b)"],
  ["anything", 0, ""],
];

for (const [text, limit, want] of cuts) {
  test(`${JSON.stringify(text)} within ${limit} characters`, () => {
    const got = shorten(text, limit);
    assert.equal(got, want);
    assert.ok(got.length <= limit);
  });
}

const descriptions: readonly [
  summary: string | undefined,
  description: string | undefined,
  want: string,
][] = [
  ["List pets", "Returns all pets.", "List pets\n\nReturns all pets."],
  ["List pets", "List pets. All of them.", "List pets. All of them."],
  ["List all pets.", "List all pets", "List all pets"],
  ["List all the pets there are", "all the pets", "List all the pets there are"],
  [undefined, "  Returns\r\nall.  ", "Returns\nall."],
  ["", undefined, "GET /pets"],
  ["ends */ here `${x}`", undefined, "ends */ here `${x}`"],
];

for (const [summary, description, want] of descriptions) {
  test(`${JSON.stringify([summary, description])} is described in one text`, () => {
    const texts = {
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
    };
    assert.equal(operationDescription({ key: "GET /pets", deprecated: false, ...texts }), want);
  });
}

test("a deprecated operation says so first", () => {
  const text = operationDescription({ key: "GET /a", deprecated: true, summary: "List pets" });
  assert.equal(text, "Deprecated. List pets");
});

const titles: readonly [summary: string | undefined, name: string, want: string][] = [
  ["List all pets.", "listPets", "List all pets"],
  [undefined, "listPets", "List pets"],
  ["Two\nlines", "get_pets_by_petId", "Get pets by pet id"],
  ["With `code`", "getAPIKey", "Get API key"],
  ["x".repeat(61), "repos_list-for-user", "Repos list for user"],
  [undefined, "überprüfenDatei", "Überprüfen datei"],
  [undefined, "获取用户", "获取用户"],
  [undefined, "!!!", "!!!"],
];

test("long runs of one character take no long time", () => {
  const begun = performance.now();
  const dots = `${".".repeat(300_000)}x`;
  operationDescription({ key: "GET /a", deprecated: false, summary: dots, description: dots });
  titleOf(undefined, "A".repeat(300_000));
  assert.ok(performance.now() - begun < 3_000);
});

for (const [summary, name, want] of titles) {
  test(`${name} is titled ${want}`, () => assert.equal(titleOf(summary, name), want));
}

const empty: readonly [description: string, name: string, want: boolean][] = [
  ["The unique id of the pet.", "petId", true],
  ["Pet ID", "pet_id", true],
  ["", "pet", true],
  ["The id of the owner", "petId", false],
  ["従業員ID", "employee_id", false],
];

for (const [description, name, want] of empty) {
  test(`${JSON.stringify(description)} ${want ? "adds nothing" : "adds something"} to ${name}`, () => {
    assert.equal(addsNothing(description, name), want);
  });
}
