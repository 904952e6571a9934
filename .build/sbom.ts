import { readFileSync } from "node:fs";
import path from "node:path";

interface LockEntry {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/**
 * Returns a bill of materials: the packages that are in the bundles, and those that npm installs with this one. It has no
 * time and no serial number, so that the same sources give the same bytes. `npm sbom` writes both, and leaves out packages
 * that are bundled from devDependencies.
 *
 * @param root folder of the repository
 * @param bundled folders of the packages of which modules are in a bundle
 * @see CycloneDX 1.6
 */
export function billOfMaterials(root: string, bundled: ReadonlySet<string>): string {
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), "utf8"));
  const { name, version, license } = read("package.json") as Record<string, string>;
  const { packages } = read("package-lock.json") as { packages: Record<string, LockEntry> };
  const components = Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => {
      return folder !== "" && (bundled.has(folder) || !(dev || devOptional));
    })
    .map(([folder, entry]) => component(folder, entry, bundled.has(folder)));
  const bill = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "library",
        "bom-ref": `${name}@${version}`,
        name,
        version,
        licenses: [{ license: { id: license } }],
        purl: purlOf(name!, version!),
      },
    },
    components: components.sort((left, right) => (left["bom-ref"] < right["bom-ref"] ? -1 : 1)),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function component(folder: string, entry: LockEntry, isBundled: boolean) {
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  const { version, license, integrity } = entry;
  const [, hash] = /^sha512-(.+)$/.exec(integrity ?? "") ?? [];
  return {
    type: "library",
    "bom-ref": folder === `node_modules/${name}` ? `${name}@${version}` : `${folder}@${version}`,
    name,
    version,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    purl: purlOf(name, version),
    ...(hash !== undefined && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    }),
    properties: [{ name: "mcp-codegen:bundled", value: String(isBundled) }],
  };
}

/** @see Package URL specification, npm */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** Returns the folders of packages that modules are from, as the lock file names them. */
export function packagesOf(modules: readonly string[]): ReadonlySet<string> {
  const folder = /node_modules\/(?:@[^/]+\/)?[^/]+(?:\/node_modules\/(?:@[^/]+\/)?[^/]+)*/;
  return new Set(modules.flatMap((id) => folder.exec(id)?.[0] ?? []));
}
