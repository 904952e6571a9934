import assert from "node:assert/strict";
import { test } from "node:test";
import { relativeUrl } from "../../../src/operations/relative-url.js";
import { nameAt, typeName } from "../../../src/operations/schema/schema-names.js";

const names: [given: string, want: string][] = [
  ["Pet", "Pet"],
  ["Pet_v2", "Pet_v2"],
  ["pet-item", "PetItem"],
  ["api_key", "ApiKey"],
  ["io.k8s.api.core.v1.Pod", "IoK8sApiCoreV1Pod"],
  ["Page<Pet>", "PagePet"],
  ["1-click", "_1Click"],
  ["Record", "RecordSchema"],
  ["string", "StringSchema"],
  ["error", "ErrorSchema"],
  ["__proto__", "Proto"],
  ["従業員", "従業員"],
  ["größe-neu", "GrößeNeu"],
  ["*/", "Schema"],
  ["", "Schema"],
];
for (const [given, want] of names) {
  test(`the type for ${JSON.stringify(given)} is called ${want}`, () => {
    assert.equal(typeName(given), want);
  });
}

const places: [pointer: string, want: string][] = [
  ["", "PetItem"],
  ["/components/schemas/pet", "Pet"],
  ["/components/schemas/Pet/properties/tag", "PetTag"],
  ["/components/schemas/Pet/allOf/1/properties/tags/items", "Pet1TagsItem"],
  ["/components/responses/Gone/content/application~1json/schema", "GoneResponse"],
  ["/components/parameters/limit/schema", "LimitParameter"],
  ["/paths/~1a/get/responses/200/content/application~1json/schema", "GetA200"],
  ["/paths/~1a~1{id}/parameters/0/schema", "AIdParameter0"],
  ["/definitions/Pet/additionalProperties", "PetValue"],
  ["/Widget", "Widget"],
];
for (const [pointer, want] of places) {
  test(`the schema at #${pointer} is called ${want}`, () => {
    assert.equal(nameAt("file:///parts/pet-item.yaml", pointer), want);
  });
}

const urls: [from: string, to: string, want: string][] = [
  ["file:///a/b/x.yaml", "file:///a/b/x.yaml", ""],
  ["file:///a/b/x.yaml", "file:///a/b/c/y.yaml", "c/y.yaml"],
  ["file:///a/b/x.yaml", "file:///a/c/y.yaml", "../c/y.yaml"],
  ["https://h/a/x.yaml", "https://h/y.yaml", "../y.yaml"],
  ["file:///a/x.yaml", "https://user:secret@h/y.yaml?token=1", "https://h/y.yaml"],
];
for (const [from, to, want] of urls) {
  test(`from ${from}, ${to} is ${JSON.stringify(want)}`, () => {
    assert.equal(relativeUrl(from, to), want);
  });
}
