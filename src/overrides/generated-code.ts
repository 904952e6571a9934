/** What users' code can see of a generated folder. */
export interface GeneratedCode {
  readonly className: string;
  /** By the method of the class. */
  readonly operations: ReadonlyMap<string, OperationHead>;
  /** The specifier from which the folder imports the runtime. */
  readonly runtime: string;
  /** Declarations of each file, by its path in the folder. */
  readonly files: ReadonlyMap<string, string>;
}

export interface OperationHead {
  /** `GET /pets/{petId}` */
  readonly request: string;
  /** The name or URI that clients know. */
  readonly exposed: string;
  /** The name of the type of its arguments. */
  readonly input: string;
  /** The type of its result, as written. */
  readonly output: string;
}

/**
 * Reads the files of a generated folder, by their paths in it. Returns undefined if they hold no class. Data, such as the
 * facts of the operations, is left out: it is most of the text, and users' code can only see its types.
 */
export function readGeneratedCode(files: ReadonlyMap<string, string>): GeneratedCode | undefined {
  const server = files.get("server.ts");
  const className = /^export class ([\w$]+) extends /m.exec(server ?? "")?.[1];
  if (server === undefined || className === undefined) return undefined;
  return {
    className,
    operations: readOperations([...files].flatMap(([name, text]) => (isOfClass(name) ? text : []))),
    runtime: /\bApi,[^}]*\} from "([^"]+)";$/m.exec(server)?.[1] ?? "",
    files: new Map([...files].map(([name, text]) => [name, declarationsOf(name, text)])),
  };
}

/** Whether two folders look the same to users' code. */
export function isSameCode(left: GeneratedCode, right: GeneratedCode): boolean {
  if (left.files.size !== right.files.size) return false;
  return [...left.files].every(
    ([name, text]) => withoutHeader(right.files.get(name)) === withoutHeader(text),
  );
}

/** The header names the version and the options, which users' code does not depend on. */
function withoutHeader(text: string | undefined): string | undefined {
  return text?.replace(/^(?:\/\/.*\n|\/\* eslint-disable \*\/\n)+/, "");
}

/** Whether a file has methods of the class: `server.ts`, or one of the classes that it extends. */
function isOfClass(name: string): boolean {
  return name === "server.ts" || name.startsWith("server/");
}

/** Reads the methods, and from the table in the comment of their class what each of them stands for. */
function readOperations(files: readonly string[]): ReadonlyMap<string, OperationHead> {
  const server = files.join("\n");
  const operations = new Map<string, OperationHead>();
  const head = /^ {2}([\w$]+)\(\s*input: ([\w$]+),\s*ctx: CallContext,?\s*\): Promise<(.*)> \{$/gm;
  for (const [, method = "", input = "", output = ""] of server.matchAll(head)) {
    operations.set(method, { request: "", exposed: "", input, output });
  }
  const row = /^ \* \| `([\w$]+)` \| (.+) \| (?:tool|searchable operation|resource) (.+) \|$/gm;
  for (const [, method = "", request = "", exposed = ""] of server.matchAll(row)) {
    const types = operations.get(method);
    if (types) {
      operations.set(method, { ...types, request: codeOf(request), exposed: codeOf(exposed) });
    }
  }
  return operations;
}

/** Returns the text of a code span. */
function codeOf(span: string): string {
  return span.replace(/^`+ ?| ?`+$/g, "");
}

/** The patterns can't match text of a document: it appears only in string literals and comments, which never start a line so. */
function declarationsOf(name: string, text: string): string {
  if (isOfClass(name)) {
    return text
      .replace(/^export (abstract )?class /m, "export declare $1class ")
      .replace(/^( {2}static override readonly api: Api) = \{$[^]*?^ {2}\};$/m, "$1;")
      .replace(/^( {2}protected override expose\(mcp: Registrar\): void) \{$[^]*?^ {2}\}$/m, "$1;")
      .replace(/ \{\n {4}return .*\n {2}\}$/gm, ";");
  }
  return text.replace(/^export const ([\w$]+: .*) = \{$[^]*?^\};$/gm, "export declare const $1;");
}
