import { Servable } from "../../server/serve/servable.js";
import type { ProxyTarget } from "./proxy-options.js";

/** Returns a name for a remote server that can be shown to everybody: neither paths nor arguments, which may be secret. */
export function targetName(target: ProxyTarget): string {
  if (typeof target === "string" || target instanceof URL) {
    return URL.canParse(String(target)) ? new URL(target).host : "remote server";
  }
  if (typeof target !== "object" || target instanceof Servable) return "remote server";
  if ("name" in target && typeof target.name === "string") return target.name;
  const command = "command" in target ? target.command : (target as readonly unknown[])[0];
  if (typeof command !== "string") return "remote server";
  return command.split(/[/\\]/).at(-1) || "remote server";
}
