/**
 * What templates are given: the names of each template's values, what they hold, and what kind they are. The types of the
 * views, the check of a user's templates and the tables of `docs/templates.md` are made from it.
 */

/** Changes whenever a value is removed or renamed, or changes its meaning. A value that is added keeps the version. */
export const templateVersion = 1;

/** Finished text: it needs no escaping where the built-in template has it. */
export interface TextValue {
  readonly kind: "text";
  readonly doc: string;
}

export interface FlagValue {
  readonly kind: "flag";
  readonly doc: string;
}

/** A list of finished texts. */
export interface TextsValue {
  readonly kind: "texts";
  readonly doc: string;
}

export interface ListValue {
  readonly kind: "list";
  readonly doc: string;
  /** The values of each entry. */
  readonly members: Members;
}

/** Values that are either all present, or `false` in their place. */
export interface GroupValue {
  readonly kind: "group";
  readonly doc: string;
  readonly members: Members;
}

export type TemplateValue = TextValue | FlagValue | TextsValue | ListValue | GroupValue;
export type Members = Readonly<Record<string, TemplateValue>>;

const text = (doc: string) => ({ kind: "text", doc }) as const;
const flag = (doc: string) => ({ kind: "flag", doc }) as const;
const texts = (doc: string) => ({ kind: "texts", doc }) as const;
const list = <Of extends Members>(doc: string, members: Of) =>
  ({ kind: "list", doc, members }) as const;
const group = <Of extends Members>(doc: string, members: Of) =>
  ({ kind: "group", doc, members }) as const;

const header = text("The comment that marks the file as generated, without a line break at its end.");
const imports = text("The import statements, one per line. Empty if the file needs none.");
const className = text("The name of the class.");
const ending = text(
  "The ending of relative imports (`--import-extension`), such as `.js`. Empty if they have none.",
);
const about = text("A sentence about the operations or types of a file, if there are several files. Else empty.");
const packageName = text("The name of the package, such as `petstore-mcp`.");
const bundled = flag("The output has a copy of the runtime in `runtime/`.");
const tests = flag("The output has a test of every operation (`--tests`).");
const runtimeDependency = text(
  "The version of the package of the runtime that the project depends on. Empty if it depends on none.",
);
const runsSources = flag(
  "Imports end in `.ts`, so that Node.js 24, Deno and Bun run `src/` itself.",
);
const buildTools = {
  build: text("The command that builds the project."),
  typescript: text("The oldest version of TypeScript that builds the project."),
  bundler: flag("Imports have no extension: tsc only checks types, and a bundler builds `dist/`."),
} as const;
const registryName = text(
  "The name of the server in the MCP registry (`--server-json`). Empty if it has none.",
);
const exposedRow = {
  name: text("The name of the tool or the address of the resource, as a code span of Markdown."),
  request: text("The operation, such as `GET /pets`, as a code span of Markdown."),
  what: text("The first sentence about the operation, as Markdown."),
} as const;

const method = {
  symbol: text("The identifier of the operation, and the name of its method."),
  request: text("The operation, such as `GET /pets`, as a code span of Markdown."),
  exposedAs: text("What it is exposed as, as Markdown: tool `listPets`."),
  doc: text("The doc comment of the method, indented by two spaces."),
  input: text("The type of its arguments."),
  output: text("The type of its result."),
} as const;

const clientEntries = {
  claudeCode: text("The command that adds the server to Claude Code."),
  mcpServers: text("The configuration for Claude Desktop and Cursor, as JSON."),
  vsCode: text("The configuration for VS Code, as JSON."),
  main: text("The path of the server's program, with a placeholder for the folder."),
  login: flag("A user may have to log in."),
} as const;
const variable = {
  name: text("The name of the variable."),
  meaning: text("What it sets, as Markdown."),
} as const;
const mountedDocument = {
  source: text("The name of the document, as a code span of Markdown."),
  className: text("The class of the document."),
  prefixCell: text("The prefix of its tools, as a code span of Markdown. Empty if it has none."),
} as const;

export const templateModels = {
  "types.ts": {
    header,
    about,
    imports,
    declarations: texts("The declaration of each type, with its doc comment."),
  },
  "operations.ts": {
    header,
    about,
    imports,
    operations: list("The operations, in the order of the document.", {
      symbol: text("The identifier of the operation."),
      input: text("The type of its arguments."),
      output: text("The type of its result."),
      facts: text("An object literal with what the runtime needs to call the operation."),
    }),
    inputSchemas: text("An object literal with the schemas that inputs share, or empty."),
    outputSchemas: text("An object literal with the schemas that outputs share, or empty."),
  },
  "references.ts": {
    header,
    about: text("A sentence about the operations."),
    imports,
    modules: list("The files with the facts of the operations.", {
      name: text("The name of a function that loads the file."),
      specifier: text("The import specifier of the file, as a string literal."),
    }),
    operations: list("The operations that are not listed, by tag.", {
      symbol: text("The identifier of the operation."),
      input: text("The type of its arguments."),
      output: text("The type of its result."),
      facts: text("An object literal with what the search needs to know, and the function that loads the rest."),
    }),
    exports: texts("The statements that export the facts of the operations that are listed."),
  },
  "list.ts": {
    header,
    exports: texts("The statements that export what the files of a folder hold."),
  },
  "whole-inputs.ts": {
    header,
    imports,
    inputs: text("An object literal with the whole input schemas of operations, by their ids."),
    schemas: text("An object literal with the schemas that these share."),
  },
  "server.ts": {
    header,
    imports,
    className,
    base: text("The class that it extends."),
    about: text("A sentence about where its methods are, if they are in other files. Else empty."),
    title: text("The title and the version of the API."),
    api: texts("The members of the object literal `api`, without commas."),
    operations: list(
      "The operations that the server has, in the order of the document. None if their methods are in other files.",
      method,
    ),
  },
  "methods.ts": {
    header,
    about: text("A sentence about the operations."),
    imports,
    className,
    base: text("The class that it extends."),
    operations: list("The operations that the class has, by tag.", method),
  },
  "index.ts": { header, className, ending },
  "main.ts": {
    published: flag("The program is published on npm (`--server-json`)."),
    runtime: text("The import specifier of the runtime, as a string literal."),
    className,
    ending,
    example: group("An operation to show an override with; `false` without operations.", {
      symbol: text("The name of its method."),
      input: text("The type of its arguments."),
      output: text("The type of its result."),
    }),
  },
  "package.json": {
    packageName,
    bundled,
    tests,
    registryName,
    generate: text("The command that generates the project again; empty if none works in a clone."),
    restricted: text("The command that starts the server under Node's permission model."),
    runtimeDependency,
    ...buildTools,
  },
  "tsconfig.json": {
    bundler: buildTools.bundler,
    runsSources,
  },
  gitignore: { worker: flag("The project has a Cloudflare Worker (`--worker`).") },
  "README.md": {
    title: text("The title of the API, as Markdown."),
    source: text("The name of the document, as a code span of Markdown."),
    packageName,
    className,
    bundled,
    tests,
    runsSources,
    ...clientEntries,
    variables: list("The environment variables that the server reads.", variable),
    packaging: group("How the project is shipped; `false` without such an option.", {
      docker: flag("It has a Dockerfile (`--docker`)."),
      mcpb: flag("It has the manifest of a bundle (`--mcpb`)."),
      worker: flag("It has a Cloudflare Worker (`--worker`)."),
      registryName,
    }),
    tools: list("The tools that are listed.", exposedRow),
    searchable: list("The operations that only the search tools find.", exposedRow),
    resources: list("The resources and resource templates.", exposedRow),
  },
  "packaging/Dockerfile": {
    packageName,
    bundled,
    registryName,
    envFlags: text("The value of `MCP_TOKEN` and the flags of the other variables, for `docker run`."),
  },
  "packaging/dockerignore": {},
  "packaging/mcpbignore": {},
  "packaging/worker.ts": {
    runtime: text("The import specifier of the runtime, as a string literal."),
    className,
    ending,
  },
  "packaging/wrangler.jsonc": {
    packageName,
    workerName: text("The name of the package, short enough for the name of a host."),
    secrets: list("The variables that most users set.", {
      name: text("The name of the variable."),
      meaning: text("What it sets, on one line."),
    }),
  },
  "operations.test": {
    header,
    imports,
    className,
    options: text("An object literal with the options of the test bench."),
    tests: texts("The statement of each test."),
  },
  "gateway/server.ts": {
    header,
    imports,
    className,
    title: text("The title and the version of the project."),
    api: texts("The members of the object literal `api`, without commas."),
    documents: list("The documents, in the order of the configuration.", {
      ...mountedDocument,
      symbol: text("The method that makes the server of the document."),
      prefix: text("The prefix of its tools, as a string literal."),
    }),
  },
  "gateway/index.ts": { header, className, ending },
  "gateway/main.ts": {
    runtime: text("The import specifier of the runtime, as a string literal."),
    className,
    ending,
    example: group("An operation to show an override with; `false` without operations.", {
      folder: text("The folder of its document below `src/generated/`."),
      className: text("The class of its document."),
      symbol: text("The method that makes the server of its document."),
      operation: text("The name of its method."),
      input: text("The type of its arguments."),
      output: text("The type of its result."),
    }),
  },
  "gateway/README.md": {
    title: text("The title of the project, as Markdown."),
    packageName,
    bundled,
    runsSources,
    ...clientEntries,
    variables: list("The environment variables that the server reads.", {
      ...variable,
      document: text("The document that the variable is of, as a code span of Markdown."),
    }),
    documents: list("The documents, in the order of the configuration.", {
      ...mountedDocument,
      heading: text("The title of the document, as Markdown."),
      offers: list("Its tools and resources.", exposedRow),
    }),
  },
  "client/client.ts": {
    header,
    imports,
    className,
    base: text("The name by which the runtime's class `TypedClient` is imported."),
    title: text("The title of the server."),
    notes: texts("Lines of the doc comment of the class, after the table."),
    methods: list("The methods, in the order in which the server lists what they call.", {
      symbol: text("The name of the method."),
      calls: text("What it calls, as Markdown: tool `echo`."),
      doc: text("The doc comment of the method, indented by two spaces."),
      parameters: text("The parameters with their types."),
      output: text("The type of its result."),
      call: text("The call of `this.calls` that the method makes."),
    }),
  },
  "client/index.ts": { header, className, ending },
  "client/main.ts": { className, ending },
  "client/package.json": { packageName, bundled, runtimeDependency, ...buildTools },
  "client/README.md": {
    title: text("The title of the server, as Markdown."),
    source: text("What the client is made from, as a code span of Markdown."),
    className,
    ending,
    bundled,
    methods: list("The methods.", {
      symbol: text("The name of the method."),
      calls: text("What it calls, as Markdown: tool `echo`."),
      what: text("The first sentence about it, as Markdown."),
    }),
  },
} as const satisfies Readonly<Record<string, Members>>;

/** File names in `templates/`, without `.hbs`. */
export type TemplateName = keyof typeof templateModels;

/** Returns whether a template has this name. */
export function isTemplateName(name: string): name is TemplateName {
  return Object.hasOwn(templateModels, name);
}

/** What a template is given. */
export type ViewOf<Name extends TemplateName> = MembersOf<(typeof templateModels)[Name]>;

type MembersOf<Of extends Members> = {
  readonly [Name in keyof Of]: Of[Name] extends TextValue
    ? string
    : Of[Name] extends FlagValue
      ? boolean
      : Of[Name] extends TextsValue
        ? readonly string[]
        : Of[Name] extends { readonly kind: "list"; readonly members: infer Inner extends Members }
          ? readonly MembersOf<Inner>[]
          : Of[Name] extends {
                readonly kind: "group";
                readonly members: infer Inner extends Members;
              }
            ? MembersOf<Inner> | false
            : never;
};
