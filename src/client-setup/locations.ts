/** Where clients keep the configuration of a user, by operating system. */
import path from "node:path";
import type { Computer } from "./setup-model.js";

/** Returns the folder of an application's settings: `name` as it is spelled on macOS and Windows. */
export function applicationFolder({ platform, home, env }: Computer, name: string): string {
  switch (platform) {
    case "darwin":
      return path.posix.join(home, "Library/Application Support", name);
    case "win32":
      return path.win32.join(env["APPDATA"] ?? path.win32.join(home, "AppData/Roaming"), name);
    default:
      return path.posix.join(env["XDG_CONFIG_HOME"] || path.posix.join(home, ".config"), name);
  }
}

/** Zed keeps its settings in `~/.config` on macOS, too. */
export function zedFolder(computer: Computer): string {
  const { platform, home } = computer;
  return platform === "darwin"
    ? path.posix.join(home, ".config/zed")
    : applicationFolder(computer, platform === "win32" ? "Zed" : "zed");
}

export function inHome({ platform, home }: Computer, file: string): string {
  return (platform === "win32" ? path.win32 : path.posix).join(home, file);
}

export function joined({ platform }: Computer, folder: string, file: string): string {
  return (platform === "win32" ? path.win32 : path.posix).join(folder, file);
}
