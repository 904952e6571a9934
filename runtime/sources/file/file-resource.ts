import { realpath } from "node:fs/promises";
import path from "node:path";
import { defined } from "../../protocol/defined.js";
import type { ResourceSource } from "../../server/types/definitions.js";
import { readLimits } from "../content.js";
import { encodeUri } from "../../resources/uri.js";
import type { FileResourceOptions } from "../source-options.js";
import { foldersByIdentity, stateOf } from "./file-state.js";
import { typeOfName } from "./file-type.js";
import { readFileInside } from "./read-file.js";
import { allOf, watchWhileHeard } from "./watched-entries.js";

/**
 * Offers a file. It may be missing and come later; its folder may not.
 *
 * @throws Error if the folder does not exist; TypeError for an option that can't be used
 */
export async function newFileResource(
  file: string,
  options: FileResourceOptions,
): Promise<ResourceSource> {
  const { name = path.basename(file), mimeType, accept, maxBytes, watch, ...definition } = options;
  const limits = readLimits(defined({ accept, maxBytes }));
  // The author may name the folder by a link. The file must be none, so that nobody who writes to the folder chooses another.
  const folder = await realpath(path.dirname(path.resolve(file)));
  const base = path.basename(path.resolve(file));
  const real = path.join(folder, base);
  const listedType = mimeType ?? typeOfName(base);
  // As it is listed and read.
  const uri = encodeUri(options.uri);
  const first = await stateOf(real);
  return {
    register(host) {
      const entry = host.resource(
        { ...definition, uri, name, ...defined({ mimeType: listedType }) },
        () => readFileInside(folder, [base], uri, limits, mimeType),
      );
      if (watch === false) return entry;
      // Each registration notifies its own clients.
      let known = first;
      const end = watchWhileHeard(host, async () => {
        const state = await stateOf(real);
        if (state !== known) host.resourceUpdated(uri);
        known = state;
        return foldersByIdentity([folder]);
      });
      return allOf([entry, { remove: end }]);
    },
  };
}
