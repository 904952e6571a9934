/** The types of params and results of all revisions, in one program of the compiler. */
import path from "node:path";
import { Project, type ts } from "ts-morph";
import { root } from "../../../support/cli.js";
import type { Revision } from "../../../../runtime/index.js";

const program = `import type { Revision } from "../../../../runtime/protocol/revisions.js";
import type {
  NotificationMethodAt, ParamsAt, RequestMethodAt,
} from "../../../../runtime/protocol/by-revision/params.js";
import type { ResultAt } from "../../../../runtime/protocol/by-revision/results.js";
export type Params = {
  [R in Revision]: { [M in RequestMethodAt<R> | NotificationMethodAt<R>]: ParamsAt<R, M> };
};
export type Results = { [R in Revision]: { [M in RequestMethodAt<R>]: ResultAt<R, M> } };
`;

export interface CompiledTypes {
  readonly checker: ts.TypeChecker;
  /** The types of the params or the results of a revision, by method. */
  readonly of: (what: "Params" | "Results", revision: Revision) => ReadonlyMap<string, ts.Type>;
}

export function compileTypes(): CompiledTypes {
  const project = new Project({
    tsConfigFilePath: path.join(root, "tsconfig.json"),
    skipAddingFilesFromTsConfig: true,
  });
  const file = project.createSourceFile(
    path.join(root, "test/runtime/protocol/by-revision/all.ts"),
    program,
  );
  const checker = project.getTypeChecker().compilerObject;
  const membersOf = (type: ts.Type): ReadonlyMap<string, ts.Type> =>
    new Map(
      checker.getPropertiesOfType(type).map((each) => [each.name, checker.getTypeOfSymbol(each)]),
    );
  return {
    checker,
    of: (what, revision) =>
      membersOf(membersOf(file.getTypeAliasOrThrow(what).getType().compilerType).get(revision)!),
  };
}
