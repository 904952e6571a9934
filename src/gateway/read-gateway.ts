import path from "node:path";
import { fileURLToPath } from "node:url";
import { defined } from "../../runtime/protocol/defined.js";
import { InlineDocuments } from "../config/inline-documents.js";
import { SettingsReader } from "../config/read-settings.js";
import { faultDiagnostics } from "../config/setting-fault.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { showValue, spell } from "../diagnostics/wording.js";
import { escapeToken } from "../load/pointer.js";
import { FieldReader } from "./field-reader.js";
import type { Gateway, GatewayServer, NameFilter } from "./gateway-model.js";

const kinds = ["input", "url", "command"] as const;
const prefixForm = /^[A-Za-z0-9_.-]{0,127}$/;

/** What reading a gateway needs. */
export interface GatewaySource {
  /** URL of the file. */
  readonly url: string;
  readonly value: object;
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads the value of a gateway's file. @returns the gateway, or `config-invalid` errors */
export function readGateway({ url, value, cwd, env }: GatewaySource): {
  readonly gateway?: Gateway;
  readonly diagnostics: readonly Diagnostic[];
} {
  const folder = path.dirname(fileURLToPath(url));
  const inline = new InlineDocuments();
  const settings = new SettingsReader({ folder, cwd }, inline);
  const fields = new FieldReader(env);
  const about = fields.of(value, "", [
    "$schema",
    "name",
    "title",
    "version",
    "instructions",
    "servers",
  ]);
  const texts = {
    name: about.text("name") ?? "gateway",
    version: about.text("version") ?? "1.0.0",
    ...defined({ title: about.text("title"), instructions: about.text("instructions") }),
  };
  const { servers } = value as { servers?: unknown };
  const entries =
    typeof servers === "object" && servers !== null && !Array.isArray(servers)
      ? Object.entries(servers as Record<string, unknown>)
      : [];
  if (entries.length === 0) {
    fields.fault(
      "/servers",
      `${spell("/servers")} must be a mapping of names to servers, with at least one.`,
    );
  }
  const read = entries.flatMap(([key, entry]) =>
    readServer(key, entry, { url, folder, fields, settings }),
  );
  const diagnostics = faultDiagnostics([...fields.faults, ...settings.faults], url);
  if (diagnostics.length > 0) return { diagnostics };
  const gateway: Gateway = {
    ...texts,
    servers: read,
    documents: inline.texts,
  };
  return { gateway, diagnostics };
}

interface Reading {
  readonly url: string;
  readonly folder: string;
  readonly fields: FieldReader;
  readonly settings: SettingsReader;
}

function readServer(key: string, value: unknown, reading: Reading): GatewayServer[] {
  const { url, folder, fields, settings } = reading;
  const pointer = `/servers/${escapeToken(key)}`;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fields.fault(pointer, `${spell(pointer)} is ${showValue(value)}; it must be a mapping.`);
    return [];
  }
  const given = kinds.filter((kind) => Object.hasOwn(value, kind));
  const [kind] = given;
  if (given.length !== 1 || kind === undefined) {
    const which = given.length === 0 ? "none of" : "more than one of";
    fields.fault(
      pointer,
      `${spell(pointer)} has ${which} \`input\`, \`url\` and \`command\`.`,
      "Give a document as `input`, a server at a URL as `url`, or one to start as `command`.",
    );
    return [];
  }
  const { prefix: _prefix, filter, ...own } = value as Record<string, unknown>;
  const common = fields.of(value, pointer, undefined);
  const prefix = common.text("prefix") ?? "";
  if (!prefixForm.test(prefix)) {
    fields.fault(
      `${pointer}/prefix`,
      `${spell(`${pointer}/prefix`)} may have at most 127 of the characters A-Z a-z 0-9 _ - . only.`,
    );
  }
  const behind = {
    name: key,
    place: { file: url, pointer },
    prefix,
    ...defined({ filter: readFilter(filter, `${pointer}/filter`, fields) }),
  };
  switch (kind) {
    case "input": {
      const { input = "", options } = settings.read(own, pointer, ["input", "prefix", "filter"]);
      return [{ ...behind, kind: "document", input, options }];
    }
    case "url": {
      const read = fields.of(own, pointer, ["url", "headers", "prefix", "filter"]);
      const address = read.text("url") ?? "";
      if (!/^(?:https?|wss?):/i.test(address) || !URL.canParse(address)) {
        // The value may hold a secret.
        fields.fault(
          `${pointer}/url`,
          `${spell(`${pointer}/url`)} is no URL with https, http, wss or ws.`,
        );
      }
      return [{ ...behind, kind, url: address, headers: read.texts("headers") }];
    }
    case "command": {
      const read = fields.of(own, pointer, ["command", "args", "env", "cwd", "prefix", "filter"]);
      const command = read.text("command") ?? "";
      if (command === "")
        fields.fault(`${pointer}/command`, `${spell(`${pointer}/command`)} is empty.`);
      return [
        {
          ...behind,
          kind,
          command,
          args: read.list("args"),
          env: read.texts("env"),
          cwd: path.resolve(folder, read.text("cwd") ?? "."),
        },
      ];
    }
  }
}

function readFilter(value: unknown, pointer: string, fields: FieldReader): NameFilter | undefined {
  if (value === undefined) return undefined;
  const read = fields.of(value, pointer, ["only", "except"]);
  const { only, except } = (value ?? {}) as NameFilter;
  return {
    ...(only !== undefined && { only: read.list("only") }),
    ...(except !== undefined && { except: read.list("except") }),
  };
}
