/** The options of the runtime, from the doc comments of their interfaces. */
import { readFileSync } from "node:fs";
import { ts } from "ts-morph";
import { markdownTable } from "./markdown-table.js";

/** The interfaces of options, with the functions that take them and their files. */
const interfaces: readonly (readonly [name: string, takenBy: string, file: string])[] = [
  ["OpenApiServerOptions", "the constructor of a generated class", "server/openapi-server.ts"],
  ["UpstreamOptions", "the same, for its calls to the API", "upstream/upstream-options.ts"],
  ["ServerOptions", "`McpServer` and generated classes", "server/types/server-options.ts"],
  ["TaskOptions", "the option `tasks`", "server/types/server-options.ts"],
  ["RunOptions", "`run`", "server/program/run.ts"],
  ["HttpServerOptions", "`serveHttp`", "transports/http/node/listen.ts"],
  ["HttpOptions", "`serveHttp` and all HTTP handlers", "transports/http/options.ts"],
  ["SessionOptions", "the option `sessions`", "transports/http/options.ts"],
  [
    "WebSocketOptions",
    "`serveWebSocket`, `addWebSocket`",
    "transports/websocket/attach-websocket.ts",
  ],
  ["ClientOptions", "`connect` and its kin", "client/client-options.ts"],
  ["HttpClientOptions", "`connectHttp`, `connectSse`", "client/client-options.ts"],
  ["ManagerOptions", "`connectServers`", "client/manager/manager-model.ts"],
];

/** A section for each interface. */
export function runtimeOptions(): string {
  return interfaces
    .map(([name, takenBy, file]) => {
      const source = readFileSync(new URL(`../../runtime/${file}`, import.meta.url), "utf8");
      return `### ${name}\n\nTaken by ${takenBy}.\n\n${optionTable(name, source)}`;
    })
    .join("\n");
}

function optionTable(name: string, text: string): string {
  const source = ts.createSourceFile("options.ts", text, ts.ScriptTarget.ES2022, true);
  const found = source.statements
    .filter((statement) => ts.isInterfaceDeclaration(statement))
    .find((statement) => statement.name.text === name);
  if (!found) throw new Error(`There is no interface ${name}.`);
  const rows = found.members.map((member) => [
    `\`${member.name?.getText(source) ?? ""}\``,
    commentOf(member),
  ]);
  return markdownTable(["option", "what it does"], rows);
}

function commentOf(member: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(member).filter((each) => ts.isJSDoc(each));
  return comments.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "").join(" ");
}
