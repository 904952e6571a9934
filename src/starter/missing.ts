import { privateAddressOf } from "../findings/private-address.js";
import type { ApiModel, Operation, Server } from "../operations/model.js";

/** What a document lacks for a good server, and what to do about it. */
export interface Missing {
  readonly what: string;
  readonly next: string;
}

const setBaseUrl =
  "Put the address in an overlay, or set the base URL in the environment of the server: its --help names the variable.";

/** Names what a document lacks: how to authenticate, where the API is, and what models read. */
export function missingFrom(model: ApiModel): readonly Missing[] {
  return [...credentials(model), ...addresses(model), ...texts(model.operations)];
}

function credentials({ securitySchemes, operations }: ApiModel): readonly Missing[] {
  const refusing = operations.filter(({ responses }) =>
    responses.some(({ status }) => status === "401" || status === "403"),
  );
  if (Object.keys(securitySchemes).length > 0) return unsecured(securitySchemes, refusing);
  if (refusing.length === 0) return [];
  return [
    {
      what: `Security schemes: ${counted(refusing.length)} may answer 401 or 403, but nothing says how to authenticate.`,
      next: "Add `auth` to the configuration: bearer, basic, or apiKey:header:NAME.",
    },
  ];
}

/** Schemes that no requirement uses are never sent. */
function unsecured(
  schemes: ApiModel["securitySchemes"],
  refusing: readonly Operation[],
): readonly Missing[] {
  const without = refusing.filter(({ security }) => security.length === 0);
  if (without.length === 0 || without.length < refusing.length) return [];
  const count = Object.keys(schemes).length;
  return [
    {
      what: `Security requirements: ${counted(without.length)} may answer 401 or 403, but no \`security\` uses the ${count === 1 ? "scheme" : "schemes"} that the document defines.`,
      next: "Add `security` in an overlay.",
    },
  ];
}

function addresses({ servers, operations }: ApiModel): readonly Missing[] {
  const own = operations.flatMap((operation) => operation.servers ?? []);
  const [server] = servers;
  if (!server) {
    const needing = operations.filter((operation) => (operation.servers ?? []).length === 0);
    if (needing.length === 0) return own[0] ? addressOf(own[0]) : [];
    return [{ what: "A server: the document does not say where the API is.", next: setBaseUrl }];
  }
  return addressOf(server);
}

function addressOf(server: Server): readonly Missing[] {
  const open = Object.entries(server.variables).filter(
    ([, variable]) => variable.default === undefined,
  );
  const url = server.url.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    Object.hasOwn(server.variables, name)
      ? (server.variables[name]?.default ?? "variable")
      : "variable",
  );
  const missing: Missing[] = [];
  if (open.length > 0) {
    missing.push({
      what: `${open.length === 1 ? "A value" : "Values"} in the address of the API, which the document leaves open.`,
      next: "Set them in the environment of the server: its --help names the variables.",
    });
  }
  if (!URL.canParse(url)) {
    missing.push({
      what: "The host of the API: the address of the server is relative, and the document was not loaded from the web.",
      next: `Name the document by its URL. ${setBaseUrl}`,
    });
    return missing;
  }
  const address = privateAddressOf(url);
  if (address !== undefined) {
    missing.push({
      what: "A public server: the document names an address of this computer or its network.",
      next: setBaseUrl,
    });
  } else if (/^http:/i.test(url)) {
    missing.push({
      what: "HTTPS: the server's address begins with http, so that everyone on the way can read what is sent.",
      next: "Put an https address in an overlay, if the API has one.",
    });
  }
  return missing;
}

function texts(operations: readonly Operation[]): readonly Missing[] {
  const missing: Missing[] = [];
  const unnamed = operations.filter(({ operationId }) => operationId === undefined).length;
  if (unnamed > 0) {
    missing.push({
      what: `An operationId of ${counted(unnamed)}: their tools are named after method and path.`,
      next: "Name them in the route map with `name`.",
    });
  }
  const silent = operations.filter(({ summary, description }) => !summary && !description).length;
  if (silent > 0) {
    missing.push({
      what: `A summary or description of ${counted(silent)}: models don't know what they are for.`,
      next: "Describe them in the route map with `description`, or in an overlay.",
    });
  }
  return missing;
}

function counted(count: number): string {
  return count === 1 ? "one operation" : `${count} operations`;
}
