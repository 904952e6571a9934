import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Refusal } from "./source.js";

export interface PolicyOptions {
  /** Whether references may lead to other hosts; a list allows those hosts (`example.com`, `example.com:8080`). */
  readonly allowRemoteRefs: boolean | readonly string[];
  /** Whether references may lead to files outside the input's folder. */
  readonly allowRefsOutside: boolean;
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

  return {
    refuse(url, from) {
      const target = new URL(url);
      if (target.protocol === "http:" || target.protocol === "https:") {
        const besideTheInput =
          !local && target.origin === folder.origin && target.pathname.startsWith(folder.pathname);
        return besideTheInput || isAllowedHost(target, options.allowRemoteRefs)
          ? undefined
          : remote(target.host);
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
      if (options.allowRefsOutside || folderPath === undefined) return undefined;
      const file = fileURLToPath(target);
      return isBelow(file, folderPath) || isBelow(file, realFolder ?? folderPath)
        ? undefined
        : outside;
    },
    locate(url) {
      const file = fileURLToPath(url);
      const real = realpathSync.native(file);
      return options.allowRefsOutside || realFolder === undefined || isBelow(real, realFolder)
        ? real
        : outside;
    },
  };
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

function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== "" && !/^\.\.(?:[\\/]|$)/.test(relative) && !path.isAbsolute(relative);
}
