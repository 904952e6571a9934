import { writeFile } from "node:fs/promises";
import type { McpClient } from "../../../runtime/client/client.js";
import { McpClientError } from "../../../runtime/client/errors.js";
import type { CallToolResult, Tool } from "../../../runtime/protocol/model.js";
import { printError, printResult } from "../../../runtime/protocol/terminal/print.js";
import { formatCount } from "../../diagnostics/display.js";
import { nearest } from "../../diagnostics/nearest.js";
import type { Options } from "../../options/table.js";
import { createProgress } from "../progress.js";
import { readStdin } from "../stdin.js";
import { connectTarget } from "../target/connect-target.js";
import { connectDocument } from "../target/document-server.js";
import { readTarget, type Target } from "../target/read-target.js";
import { UsageError } from "../usage-error.js";
import { askUser } from "./ask-user.js";
import { firstFile, prettyJson, resultText } from "./print-result.js";
import { toolArguments } from "./tool-arguments.js";
import { describeTool, listTools } from "./tool-list.js";

const done = 0;
/** The tool failed, the call was refused, or the server can't be reached. */
const failed = 1;
/** As shells report a program that Ctrl-C ended: 128 + SIGINT. */
const interrupted = 130;

/**
 * Runs `call`: calls one tool and prints its result.
 *
 * @param given the document, URL or command; with words after `--`, the tool
 * @param words the words after `--`
 * @returns the exit code: 0 done, 1 the call failed, 130 Ctrl-C
 * @throws UsageError for a tool or arguments that the server does not have
 */
export async function runCall(
  given: string | undefined,
  named: string | undefined,
  words: readonly string[],
  options: Options,
): Promise<number> {
  const [server, tool] =
    words.length > 0 && named === undefined ? [undefined, given] : [given, named];
  const target = readTarget(server, words);
  if (tool === undefined && !options.list) {
    throw new UsageError("Name the tool to call, or list the tools with --list.");
  }
  const stop = new AbortController();
  const opening = new AbortController();
  let client: McpClient | undefined;
  const cancel = (): void => {
    stop.abort();
    // An open connection is still needed, to tell the server that the call is cancelled.
    if (!client) opening.abort();
  };
  // `once`: a second Ctrl-C ends the process at once.
  process.once("SIGINT", cancel);
  try {
    client = await open(target, options, opening.signal);
    if (!client) return failed;
    return await useTool(client, tool, options, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return interrupted;
    if (!(error instanceof McpClientError)) throw error;
    printError(`mcp-codegen: ${error.message}\n`);
    return failed;
  } finally {
    process.off("SIGINT", cancel);
    await client?.close();
  }
}

function open(
  target: Target,
  options: Options,
  signal: AbortSignal,
): Promise<McpClient | undefined> {
  const isFree = options.input !== "-" && !(target.kind === "document" && target.spec === "-");
  const handlers = { ...askUser(isFree), signal };
  return target.kind === "document"
    ? connectDocument(target.spec, options, isFree, handlers)
    : connectTarget(target, options, handlers);
}

async function useTool(
  client: McpClient,
  name: string | undefined,
  options: Options,
  signal: AbortSignal,
): Promise<number> {
  const tools = await client.listTools({ signal });
  const tool = name === undefined ? undefined : findTool(tools, name);
  if (options.list || !tool) {
    printResult(tool ? describeTool(tool) : listTools(tools));
    return done;
  }
  const json = options.input === "-" ? await readStdin() : (options.input ?? "{}");
  const args = toolArguments(tool.inputSchema, json, options.arg ?? []);
  const progress = createProgress(options);
  const result = await client
    .callTool(tool.name, args, {
      signal,
      onProgress: ({ message, progress: at, total }) =>
        progress.show(message ?? `${at}${total === undefined ? "" : ` of ${total}`}`),
    })
    .finally(progress.done);
  return show(result, options);
}

/** @throws UsageError with the tool that is most likely meant */
function findTool(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((each) => each.name === name);
  if (tool) return tool;
  const near = nearest(
    name,
    tools.map((each) => each.name),
  );
  const hint = near === undefined ? "--list shows the tools." : `Did you mean ${near}?`;
  throw new UsageError(`The server has no tool ${name}. ${hint}`);
}

async function show(result: CallToolResult, options: Options): Promise<number> {
  const isFailure = result.isError === true;
  const { output } = options;
  if (output !== undefined && !isFailure) {
    const bytes = firstFile(result);
    if (!bytes) {
      printError("mcp-codegen: The result has no image, audio or file for --output.\n");
    } else {
      await write(output, bytes);
      if (!options.quiet) printError(`Wrote ${formatCount(bytes.length)} bytes to ${output}.\n`);
      return done;
    }
  }
  if (options.raw) printResult(prettyJson(result));
  else if (isFailure) printError(resultText(result));
  else printResult(resultText(result));
  return isFailure || output !== undefined ? failed : done;
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`--output: ${file} can't be written: ${reason}.`);
  }
}
