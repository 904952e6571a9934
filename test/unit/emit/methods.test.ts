/** The classes that a large server consists of. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OperationGroup } from "../../../src/emit/groups/group-operations.js";
import {
  groupMethods,
  mostInOneClass,
  splitsMethods,
} from "../../../src/emit/groups/method-groups.js";
import type { SurfaceOperation } from "../../../src/surface/model.js";
import { changed, filesOf, type OperationNode } from "../../support/shop-output.js";

const tags = ["users.mail", "users.calendar", "groups", "Sites", "me"];

function operationsOf(count: number): OperationNode[] {
  return Array.from({ length: count }, (_, at) => ({
    operationId: `get${at}`,
    tags: [tags[at % tags.length] as string],
    responses: { 204: { description: "" } },
  }));
}

const some = operationsOf(10);
const methods = { split: "methods" } as const;

/** Returns what `grep` would say that one file has and the other has not. */
function newLines(before = "", now = ""): readonly string[] {
  const known = new Set(before.split("\n"));
  return now.split("\n").filter((line) => !known.has(line));
}

describe("classes of methods", () => {
  test("only a document of thousands of operations has them, unless an option asks for them", () => {
    const of = (count: number) => Array.from({ length: count }, () => ({}) as SurfaceOperation);
    assert.equal(splitsMethods(of(mostInOneClass), "auto"), false);
    assert.equal(splitsMethods(of(mostInOneClass + 1), "auto"), true);
    assert.equal(splitsMethods(of(mostInOneClass + 1), "tag"), false);
    assert.equal(splitsMethods(of(mostInOneClass + 1), "none"), false);
    assert.equal(splitsMethods(of(1), "methods"), true);
  });

  test("tags that begin with one word share a class, and each class extends the one before", async () => {
    const files = await filesOf(some, methods);
    const heads = [...files].flatMap(([path, content]) => {
      const head = /^export (?:abstract )?class .*(?= \{$)/m.exec(content)?.[0];
      return head === undefined || !path.startsWith("src/generated/") ? [] : [`${path}: ${head}`];
    });
    assert.deepEqual(heads.sort(), [
      "src/generated/server.ts: export class ShopServer extends UsersMethods",
      "src/generated/server/groups.ts: export abstract class GroupsMethods extends OpenApiServer",
      "src/generated/server/me.ts: export abstract class MeMethods extends GroupsMethods",
      "src/generated/server/sites.ts: export abstract class SitesMethods extends MeMethods",
      "src/generated/server/users.ts: export abstract class UsersMethods extends SitesMethods",
    ]);
  });

  test("a new operation changes the files of its tag, and the list of tools", async () => {
    const added = { ...some[0]!, operationId: "added" };
    const paths = changed(await filesOf(some, methods), await filesOf([...some, added], methods));
    assert.deepEqual(paths, [
      "README.md",
      "src/generated/operations/users-mail.ts",
      "src/generated/server/users.ts",
      "src/generated/types/users-mail.ts",
    ]);
  });

  test("a new tag changes what the next class extends, and the lists of files", async () => {
    const added = { ...some[0]!, operationId: "added", tags: ["mail"] };
    const before = await filesOf(some, methods);
    const now = await filesOf([...some, added], methods);
    assert.deepEqual(changed(before, now), [
      "README.md",
      "src/generated/operations.ts",
      "src/generated/operations/mail.ts",
      "src/generated/server/mail.ts",
      "src/generated/server/me.ts",
      "src/generated/types.ts",
      "src/generated/types/mail.ts",
    ]);
    const path = "src/generated/server/me.ts";
    assert.deepEqual(newLines(before.get(path), now.get(path)), [
      'import { MailMethods } from "./mail.js";',
      "export abstract class MeMethods extends MailMethods {",
    ]);
  });

  test("an API of hundreds of tags has a class for each first character", () => {
    const named = (name: string): OperationGroup => ({ name, label: name, operations: [] });
    const groups = Array.from({ length: 300 }, (_, at) =>
      named(`${String.fromCharCode(97 + (at % 20))}${at}-things`),
    );
    const found = groupMethods(groups, ["AMethods"]);
    assert.equal(found.length, 20);
    assert.deepEqual(found[0]?.className, "AMethods2");
    assert.equal(found.flatMap((each) => each.groups).length, 300);
  });

  test("a template of the user's for the class has all methods in it", async () => {
    const files = await filesOf(some, { ...methods, templates: "test/golden/templates/tpl" });
    assert.equal([...files.keys()].filter((path) => path.includes("/server/")).length, 0);
  });

  test("the same document gives the same bytes", async () => {
    assert.deepEqual(changed(await filesOf(some, methods), await filesOf(some, methods)), []);
  });
});
