/** The examples that a document gives of a body. */
import type { RawMediaType } from "./model.js";
import { member, members, type RawFiles, type RawNode } from "./nodes.js";

const mostHops = 8;

/** Returns the examples of a media type, then those of its schema. @see OpenAPI 3.2 Example Object */
export function bodyExamples({ node, schema }: RawMediaType, files: RawFiles): readonly unknown[] {
  const named = members(member(node, "examples")).flatMap(([, written]) => {
    const example = files.follow(written);
    return valuesOf(member(example, "dataValue") ?? member(example, "value"));
  });
  return [...valuesOf(member(node, "example")), ...named, ...ofSchema(schema, files, 0)];
}

function ofSchema(written: RawNode | undefined, files: RawFiles, hops: number): readonly unknown[] {
  const schema = files.follow(written);
  if (!schema || hops > mostHops) return [];
  const own = [
    member(schema, "example"),
    ...members(member(schema, "examples")).map(([, each]) => each),
  ];
  const parts = members(member(schema, "allOf")).flatMap(([, part]) =>
    ofSchema(part, files, hops + 1),
  );
  return [...own.flatMap(valuesOf), ...parts];
}

function valuesOf(node: RawNode | undefined): readonly unknown[] {
  return node ? [node.value] : [];
}
