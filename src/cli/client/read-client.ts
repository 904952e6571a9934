import { readFileSync } from "node:fs";
import { explainFileError } from "../../load/read-bytes.js";
import { defined } from "../../../runtime/protocol/defined.js";
import { McpClientError } from "../../../runtime/client/errors.js";
import type { Diagnostic, LocatedDiagnostic } from "../../diagnostics/diagnostic.js";
import { Diagnostics } from "../../diagnostics/diagnostics.js";
import { within, Work, WorkExceeded } from "../../diagnostics/work.js";
import type { ClientView } from "../../emit/client/client-view.js";
import { emitClient } from "../../emit/client/emit-client.js";
import { viewOfServer } from "../../emit/client/view-of-server.js";
import { viewOfSurface } from "../../emit/client/view-of-surface.js";
import { emitWithTemplates } from "../../emit/templates/emit-with-templates.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { readSurface } from "../../read-surface.js";
import { emitOptionsOf } from "../../write-code.js";
import type { ListedServer } from "../../listed/listed-server.js";
import { readServer } from "../../listed/read-server.js";
import { parseSnapshot } from "../../listed/snapshot.js";
import type { Options } from "../../options/table.js";
import { withProgress } from "../progress.js";
import { readStdin } from "../stdin.js";
import { connectTarget, type ServerTarget } from "../target/connect-target.js";
import { listingHandlers, listServer } from "./list-server.js";
import { writeSnapshot } from "./write-snapshot.js";

/** A client, written in memory. */
export interface Client {
  readonly view: ClientView;
  readonly files: readonly GeneratedFile[];
}

export interface ClientReading {
  /** Absent after an error. */
  readonly client?: Client;
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/** Maximum size of a snapshot, in bytes. */
const maxSnapshotBytes = 64 << 20;

/** Describes the client of the server that would be generated from a document. Starts nothing. */
export async function clientOfDocument(spec: string, options: Options): Promise<ClientReading> {
  const { surface, model, diagnostics } = await withProgress(options, (onProgress) =>
    readSurface(spec, options, { cwd: process.cwd(), readStdin, onProgress }),
  );
  if (!surface || !model) return { diagnostics };
  return emit(options, diagnostics, () => viewOfSurface(surface, model));
}

/** Asks a server for its lists, and keeps them in the file of `--snapshot`. */
export async function clientOfServer(
  target: ServerTarget,
  options: Options,
): Promise<ClientReading> {
  let server: ListedServer;
  try {
    const client = await connectTarget(target, options, listingHandlers);
    try {
      server = await listServer(client);
    } finally {
      await client.close();
    }
  } catch (error) {
    if (!(error instanceof McpClientError)) throw error;
    return failed({ code: "server-unreachable", severity: "error", message: error.message });
  }
  const { snapshot } = options;
  const problems = snapshot === undefined ? [] : await writeSnapshot(snapshot, server, options);
  const reading = await clientOfLists(server, options);
  if (problems.length === 0) return reading;
  const { diagnostics } = failed(...problems);
  return { diagnostics: [...reading.diagnostics, ...diagnostics] };
}

/** Reads the lists of a server from a file that an earlier run wrote. */
export async function clientOfSnapshot(file: string, options: Options): Promise<ClientReading> {
  try {
    return await clientOfLists(parseSnapshot(readSnapshot(file)), options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `${file} ${error.message}.`;
    const hint = "Write it with: mcp-codegen client --snapshot FILE -- COMMAND";
    return failed({ code: "snapshot-unusable", severity: "error", message, hint });
  }
}

/** @throws RangeError for a file that can't be read */
function readSnapshot(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new RangeError(explainFileError(error));
  }
  if (bytes.length > maxSnapshotBytes) {
    throw new RangeError(`is larger than ${maxSnapshotBytes} bytes`);
  }
  return bytes.toString("utf8");
}

async function clientOfLists(server: ListedServer, options: Options): Promise<ClientReading> {
  const diagnostics = new Diagnostics(process.cwd());
  const work = new Work(options["max-work"]);
  try {
    const read = within(work, () => readServer(server, options.name));
    diagnostics.addLoaded(read);
    return await emit(options, diagnostics.located(), () => within(work, () => viewOfServer(read)));
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error;
    diagnostics.add({ diagnostics: [error.diagnostic] });
    return { diagnostics: diagnostics.located() };
  }
}

async function emit(
  options: Options,
  before: readonly LocatedDiagnostic[],
  viewOf: () => ClientView,
): Promise<ClientReading> {
  const view = viewOf();
  const cwd = process.cwd();
  const emitted = await emitWithTemplates(options.templates, { cwd }, (templates) =>
    emitClient(view, {
      ...emitOptionsOf(options, clientFolder(view, options)),
      ...defined({ templates }),
    }),
  );
  const own = new Diagnostics(cwd);
  const { output } = own.addLoaded(emitted);
  const diagnostics = [...before, ...own.located()];
  return { ...(output && { client: { view, files: output } }), diagnostics };
}

function failed(...problems: readonly Diagnostic[]): ClientReading {
  const diagnostics = new Diagnostics(process.cwd());
  diagnostics.add({ diagnostics: problems });
  return { diagnostics: diagnostics.located() };
}

/** Returns the output folder as the user wrote it, or the default. */
export function clientFolder({ name }: ClientView, options: Options): string {
  return options.out ?? `${name}-client`;
}
