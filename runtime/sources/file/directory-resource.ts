import { realpath } from "node:fs/promises";
import path from "node:path";
import { defined } from "../../protocol/defined.js";
import { ResourceNotFound } from "../../server/registry/resource-not-found.js";
import type { ResourceSource } from "../../server/types/definitions.js";
import { encodeUri, normalUri } from "../../resources/uri.js";
import { readLimits, requireCount } from "../content.js";
import type { DirectoryResourceOptions } from "../source-options.js";
import { ChosenFiles } from "./file-choice.js";
import { FolderStates } from "./folder-states.js";
import { listFiles } from "./list-files.js";
import { readError, readFileInside } from "./read-file.js";
import { pathOfSegments, safeSegments } from "./safe-names.js";
import { allOf, watchWhileHeard } from "./watched-entries.js";

/**
 * Offers the list of a folder's files at the URI, and each of them at a URI below it.
 *
 * @throws Error if the folder does not exist; TypeError for an option that can't be used
 */
export async function newDirectoryResource(
  folder: string,
  options: DirectoryResourceOptions,
): Promise<ResourceSource> {
  const {
    name = path.basename(path.resolve(folder)),
    pattern = "*",
    recursive = false,
    includeHidden = false,
    maxFiles = 10_000,
    accept,
    maxBytes,
    watch,
    ...definition
  } = options;
  requireCount("maxFiles", maxFiles);
  const limits = readLimits(defined({ accept, maxBytes }));
  const chosen = new ChosenFiles({ pattern, recursive, includeHidden });
  const root = await realpath(folder);
  // As it is listed and read.
  const uri = encodeUri(options.uri);
  const below = uri.endsWith("/") ? uri : `${uri}/`;
  const first = new FolderStates(root, chosen, maxFiles);
  if (watch !== false) await first.look();
  const list = async (): Promise<readonly string[]> => {
    try {
      const { files } = await listFiles(root, chosen, maxFiles);
      return files.map((segments) => segments.join("/"));
    } catch (error) {
      throw readError(error);
    }
  };
  return {
    register(host) {
      const mimeType = "application/json";
      const entries = [
        host.resource({ ...definition, uri, name, mimeType }, async () => ({
          contents: [{ uri, mimeType, text: JSON.stringify(await list()) }],
        })),
      ];
      try {
        entries.push(
          host.template(
            {
              ...definition,
              uriTemplate: `${below}{+path}`,
              name: `${name} files`,
              complete: { path: async (start) => completions(await list(), start) },
            },
            (_variables, _ctx, requested) => {
              const segments = segmentsBelow(below, requested);
              if (!segments || !chosen.takes(segments)) throw new ResourceNotFound();
              return readFileInside(root, segments, requested, limits);
            },
          ),
        );
      } catch (error) {
        allOf(entries).remove();
        throw error;
      }
      if (watch === false) return allOf(entries);
      // Each registration notifies its own clients.
      const states = first.copy();
      const end = watchWhileHeard(host, async () => {
        const { isListChanged, changed, folders } = await states.look();
        if (isListChanged) host.resourceUpdated(uri);
        for (const segments of changed) host.resourceUpdated(below + pathOfSegments(segments));
        return folders;
      });
      return allOf([...entries, { remove: end }]);
    },
  };
}

/** Returns the names in a URI after that of the folder; undefined for a URI that leads elsewhere. */
function segmentsBelow(below: string, uri: string): readonly string[] | undefined {
  const prefix = normalUri(below);
  const normal = normalUri(uri);
  return normal.startsWith(prefix) ? safeSegments(normal.slice(prefix.length)) : undefined;
}

/** Returns the paths as they stand in URIs. */
function completions(files: readonly string[], start: string): readonly string[] {
  return files
    .map((file) => pathOfSegments(file.split("/")))
    .filter((file) => file.startsWith(start));
}
