import assert from "node:assert/strict";
import { test } from "node:test";
import { Linked, LinkedList } from "../../../runtime/net/linked-list.js";

class Entry extends Linked {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }
}

test("entries keep their order when others leave", () => {
  const list = new LinkedList<Entry>();
  const [one, two, three] = ["one", "two", "three"].map((name) => new Entry(name));
  for (const each of [one!, two!, three!]) list.add(each);
  list.remove(two!);
  assert.deepEqual(namesOf(list), ["three", "one"]);
  list.remove(three!);
  assert.equal(list.last, one);
  assert.equal(list.size, 1);
  list.remove(one!);
  assert.deepEqual([list.last, list.size], [undefined, 0]);
});

test("an entry that left keeps no other, and can join another list", () => {
  const [first, second] = [new LinkedList<Entry>(), new LinkedList<Entry>()];
  const [one, two] = [new Entry("one"), new Entry("two")];
  first.add(one);
  first.add(two);
  first.remove(two);
  first.remove(two);
  assert.deepEqual([two.previous, two.next, two.list], [undefined, undefined, undefined]);
  second.add(two);
  // It is not in this one any more.
  first.remove(two);
  assert.deepEqual([namesOf(first), namesOf(second)], [["one"], ["two"]]);
});

function namesOf(list: LinkedList<Entry>): string[] {
  return list.all().map(({ name }) => name);
}
