import assert from "node:assert/strict";
import { test } from "node:test";
import { exposedName } from "../../../runtime/client/manager/names/exposed-name.js";
import { nameTools, type ToolAddress } from "../../../runtime/client/manager/names/name-map.js";
import { NamePattern } from "../../../runtime/client/manager/names/name-pattern.js";

/** What the APIs of OpenAI, Anthropic and Google accept. */
const accepted = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

const alias = (server: string, tool: string, max = 64): string =>
  exposedName("alias__tool", server, tool, max);
const address = (server: string, tool: string): ToolAddress => ({ server, tool });

test("plain names are the alias or the server, two underscores and the tool", () => {
  assert.equal(alias("fs", "read_file"), "fs__read_file");
  assert.equal(exposedName("mcp__server__tool", "fs", "read_file", 64), "mcp__fs__read_file");
  assert.equal(alias("fs", "read__file"), "fs__read__file");
});

test("names that would be equal by joining differ", () => {
  assert.notEqual(alias("a__b", "c"), alias("a", "b__c"));
  assert.notEqual(alias("a_", "b"), alias("a", "_b"));
  assert.notEqual(alias("a", "x.y"), alias("a", "x_y"));
  assert.notEqual(alias("My Server", "x"), alias("My_Server", "x"));
  assert.notEqual(alias("a", "é"), alias("a", "è"));
});

test("a server can't take the name of another's tool by copying its hash", () => {
  const victim = alias("a__b", "c");
  assert.match(victim, /^a__b__c_[0-9a-f]{12}$/);
  assert.notEqual(alias("a", victim.slice("a__".length)), victim);
  const odd = alias("a", "x y");
  assert.notEqual(alias("a", odd.slice("a__".length)), odd);
});

test("every name is one that models' APIs accept", () => {
  const names = [
    ["fs", "read.file"],
    ["1password", "get"],
    ["-", "-"],
    ["Büro", "größe"],
    ["a".repeat(100), "b".repeat(200)],
    ["a", "b".repeat(61)],
    ["a", "b".repeat(62)],
    ["a", ""],
    ["😀", "\0\n"],
    ["__proto__", "constructor"],
  ] as const;
  const exposed = names.map(([server, tool]) => alias(server, tool));
  for (const name of exposed) assert.match(name, accepted);
  assert.equal(new Set(exposed).size, names.length);
  assert.equal(exposed[5]?.length, 64);
});

test("long names with equal beginnings differ, and are the same in each run", () => {
  const long = "search_".repeat(20);
  assert.notEqual(alias("fs", `${long}1`), alias("fs", `${long}2`));
  assert.equal(alias("fs", `${long}1`), alias("fs", `${long}1`));
  assert.equal(
    alias("fs", `${long}1`),
    "fs__search_search_search_search_search_search_searc_0c505538c1ba",
  );
});

test("names do not depend on the order of the servers", () => {
  const tools = [
    address("a__b", "c"),
    address("a", "b__c"),
    address("a", "x y"),
    address("a", "x_y"),
  ];
  for (const scheme of ["alias__tool", "mcp__server__tool", (_: string, tool: string) => tool]) {
    const names = (given: readonly ToolAddress[]): Record<string, string> => {
      const { byName } = nameTools(given, scheme as "alias__tool", 64);
      return Object.fromEntries(
        [...byName].map(([name, { server, tool }]) => [`${server} ${tool}`, name]),
      );
    };
    assert.equal(Object.keys(names(tools)).length, 4);
    assert.deepEqual(names(tools), names([...tools].reverse()));
  }
});

test("tools to which a naming function gives one name get distinct ones", () => {
  const { byName, refused } = nameTools(
    [address("a", "read"), address("b", "read"), address("b", "write")],
    (_, tool) => tool,
    64,
  );
  assert.deepEqual(refused, []);
  const [first, second, third] = [...byName.keys()];
  assert.match(first ?? "", /^read_[0-9a-f]{12}$/);
  assert.match(second ?? "", /^read_[0-9a-f]{12}$/);
  assert.notEqual(first, second);
  assert.equal(third, "write");
});

test("a tool that a server lists twice, and one that can't be named, is refused with a reason", () => {
  const { byName, refused } = nameTools(
    [address("a", "x"), address("a", "x"), address("a", "boom")],
    (server, tool) => {
      if (tool === "boom") throw new Error("no name");
      return `${server}-${tool}`;
    },
    64,
  );
  assert.deepEqual([...byName.keys()], ["a-x"]);
  assert.deepEqual(
    refused.map((each) => each.reason),
    ['The server lists "x" more than once.', "The naming function failed: Error: no name"],
  );
});

test("a pattern's wildcards match any characters, and escaped ones themselves", () => {
  const rows: readonly [string, string, boolean][] = [
    ["read_*", "read_file", true],
    ["read_*", "read_", true],
    ["read_*", "Read_file", false],
    ["*_file", "read_file", true],
    ["*a*a*", "aa", true],
    ["*a*a*", "a", false],
    ["a*a", "a", false],
    ["*", "", true],
    ["a\\*", "a*", true],
    ["a\\*", "ab", false],
    ["a.c", "abc", false],
    ["a\\:b", "a:b", true],
  ];
  for (const [pattern, name, met] of rows) {
    assert.equal(NamePattern.parse(pattern).matches(name), met, `${pattern} ${name}`);
  }
  assert.throws(() => NamePattern.parse("a\\"), TypeError);
});

test("a pattern with many wildcards is matched in linear time", () => {
  const pattern = NamePattern.parse("*a".repeat(2000) + "b");
  assert.equal(pattern.matches("a".repeat(100_000)), false);
});
