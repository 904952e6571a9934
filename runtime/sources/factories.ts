// Comments are short, because every server loads them.
import type { ResourceSource } from "../server/types/definitions.js";
import type {
  DirectoryResourceOptions,
  FileResourceOptions,
  HttpResourceOptions,
} from "./source-options.js";

/** Offers a file. @throws Error without its folder */
export async function fileResource(
  path: string,
  options: FileResourceOptions,
): Promise<ResourceSource> {
  return (await import("./file/file-resource.js")).newFileResource(path, options);
}

/** Offers a folder's list and files. @throws Error without it */
export async function directoryResource(
  path: string,
  options: DirectoryResourceOptions,
): Promise<ResourceSource> {
  return (await import("./file/directory-resource.js")).newDirectoryResource(path, options);
}

/** Offers what a URL answers. @throws TypeError for bad options */
export async function httpResource(
  url: string,
  options: HttpResourceOptions,
): Promise<ResourceSource> {
  return (await import("./http/http-resource.js")).newHttpResource(url, options);
}
