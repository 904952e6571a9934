import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pathBelow, refuseHidden, refuseName } from "./file-rules.js";
import type { Refusal } from "./source.js";

export interface PolicyOptions {
  /** Whether references may lead to other hosts; a list allows those hosts (`example.com`, `example.com:8080`). */
  readonly allowRemoteRefs: boolean | readonly string[];
  /** Whether references may lead to files outside the input's folder. */
  readonly allowRefsOutside: boolean;
  /** Absolute paths of files that references may lead to whatever their name, kind or folder. */
  readonly allowedFiles?: readonly string[];
}

/** Decides which files a document may make us read. */
export interface Policy {
  /** Returns why `url` must not be read, as far as that is known without accessing it. */
  readonly refuse: (url: string, from: string) => Refusal | undefined;
  /**
   * Returns the path to open for a `file:` URL, with symbolic links followed, or why it must not be opened.
   *
   * @throws the file system's error when there is no such file
   */
  readonly locate: (url: string) => string | Refusal;
  /** Returns why the file at a path without symbolic links must not be read. */
  readonly judge: (real: string) => Refusal | undefined;
  /** Whether the user has listed the file at a path without symbolic links. */
  readonly isListed: (real: string) => boolean;
}

/**
 * @param root - URL of the input after redirects; for standard input the URL of the working directory, ending in `/`
 * @see OpenAPI 3.2 Security Considerations, Handling External Resources
 */
export function createPolicy(root: string, options: PolicyOptions): Policy {
  const rootUrl = new URL(root);
  const folder = new URL(".", rootUrl);
  const local = rootUrl.protocol === "file:";
  const folderPath = local ? fileURLToPath(folder) : undefined;
  const realFolder = folderPath === undefined ? undefined : realpathSync.native(folderPath);

  const listed = new Set((options.allowedFiles ?? []).flatMap(realPath));
  const isListed = (real: string): boolean => listed.has(real);

  const judge: Policy["judge"] = (real) => {
    if (isListed(real) || realFolder === undefined) return undefined;
    const isInside = options.allowRefsOutside || pathBelow(real, realFolder) !== undefined;
    return isInside ? refuseName(path.relative(realFolder, real)) : outside;
  };

  const refuseFile = (target: URL): Refusal | undefined => {
    if (folderPath === undefined) return undefined;
    const file = fileURLToPath(target);
    if (listed.size > 0 && realPath(file).some(isListed)) return undefined;
    // A share of another computer, which Windows would log in to.
    if (target.host !== "") return outside;
    const below = pathBelow(file, folderPath) ?? pathBelow(file, realFolder ?? folderPath);
    if (below === undefined && !options.allowRefsOutside) return outside;
    return refuseName(below ?? path.relative(folderPath, file));
  };

  return {
    refuse(url, from) {
      const target = new URL(url);
      if (target.protocol === "http:" || target.protocol === "https:") {
        const besideTheInput =
          !local && target.origin === folder.origin && target.pathname.startsWith(folder.pathname);
        if (besideTheInput) return refuseHidden(target.pathname.slice(folder.pathname.length));
        return isAllowedHost(target, options.allowRemoteRefs) ? undefined : remote(target.host);
      }
      if (target.protocol !== "file:") {
        return {
          code: "ref-unreadable",
          message: `has the unsupported URL scheme ${target.protocol}`,
        };
      }
      if (!local || !from.startsWith("file:")) {
        return {
          code: "ref-outside",
          message: "points from a document on the web to a local file and is not followed",
        };
      }
      return refuseFile(target);
    },
    locate(url) {
      const real = realpathSync.native(fileURLToPath(url));
      return judge(real) ?? real;
    },
    judge,
    isListed,
  };
}

/** Returns no path if there is no such file. */
function realPath(file: string): readonly string[] {
  try {
    return [realpathSync.native(file)];
  } catch {
    return [];
  }
}

/** Returns the URL of a folder, ending in `/`. */
export function folderUrl(folder: string): string {
  return pathToFileURL(folder + path.sep).href;
}

const outside: Refusal = {
  code: "ref-outside",
  message: "points outside the document's folder and is not followed",
  hint: "If the document can be trusted, allow it with --allow-refs-outside.",
};

function remote(host: string): Refusal {
  return {
    code: "ref-remote",
    message: `points to another host (${host}) and is not followed`,
    hint: "If the document can be trusted, allow it with --allow-remote-refs.",
  };
}

function isAllowedHost(url: URL, allowed: boolean | readonly string[]): boolean {
  if (typeof allowed === "boolean") return allowed;
  return allowed.some((host) => {
    const wanted = host.toLowerCase();
    return wanted === url.hostname || wanted === url.host;
  });
}
