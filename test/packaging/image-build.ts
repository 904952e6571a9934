/**
 * Carries out a Dockerfile without Docker: each stage is a folder, COPY obeys .dockerignore, and RUN runs with an `npm` that
 * takes modules from this repository instead of a registry.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  DockerfileParser,
  type Copy,
  type Instruction,
  type JSONInstruction,
} from "dockerfile-ast";
import picomatch from "picomatch";
import { root } from "../support/cli.js";

export interface Image {
  /** The folder that stands for `/`. */
  readonly files: string;
  readonly workdir: string;
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  readonly healthcheck: readonly string[];
}

interface Stage {
  readonly files: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  entrypoint: readonly string[];
  cmd: readonly string[];
  healthcheck: readonly string[];
}

/** Builds the image of a project below `folder` and returns its last stage. */
export function buildImage(project: string, folder: string): Image {
  const context = path.join(folder, "context");
  copyContext(project, context);
  const npm = writeNpm(path.join(folder, "bin"));
  const stages = new Map<string, Stage>();
  const dockerfile = DockerfileParser.parse(readFileSync(path.join(project, "Dockerfile"), "utf8"));
  let stage: Stage | undefined;
  for (const instruction of dockerfile.getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === "FROM") {
      const [, , name = String(stages.size)] = words(instruction);
      const files = path.join(folder, `stage-${name}`);
      mkdirSync(files);
      stage = {
        files,
        workdir: "/",
        user: "root",
        env: {},
        entrypoint: [],
        cmd: [],
        healthcheck: [],
      };
      stages.set(name, stage);
      continue;
    }
    assert.ok(stage, "FROM comes first");
    carryOut(stage, instruction, { context, stages, npm });
  }
  assert.ok(stage);
  return stage;
}

interface Surroundings {
  readonly context: string;
  readonly stages: ReadonlyMap<string, Stage>;
  /** Folder of the program `npm`. */
  readonly npm: string;
}

function carryOut(
  stage: Stage,
  instruction: Instruction,
  { context, stages, npm }: Surroundings,
): void {
  const folder = path.join(stage.files, stage.workdir);
  switch (instruction.getKeyword()) {
    case "WORKDIR":
      stage.workdir = words(instruction)[0]!;
      mkdirSync(path.join(stage.files, stage.workdir), { recursive: true });
      return;
    case "USER":
      stage.user = words(instruction)[0]!;
      return;
    case "ENV":
      for (const word of words(instruction)) {
        const at = word.indexOf("=");
        stage.env[word.slice(0, at)] = word.slice(at + 1);
      }
      return;
    case "COPY": {
      const paths = words(instruction);
      const target = paths.pop()!;
      const flags = (instruction as Copy).getFlags();
      const from = flags.find((flag) => flag.getName() === "from")?.getValue();
      const source = typeof from === "string" ? stages.get(from)!.files : context;
      for (const each of paths) copy(source, each, folder, target);
      return;
    }
    case "RUN": {
      const env = { PATH: `${npm}:${process.env["PATH"]}`, HOME: folder, ...stage.env };
      const run = spawnSync("sh", ["-c", instruction.getRawArgumentsContent()!], {
        cwd: folder,
        env,
      });
      assert.equal(run.status, 0, `${String(run.stdout)}${String(run.stderr)}`);
      return;
    }
    case "ENTRYPOINT":
      stage.entrypoint = jsonWords(instruction);
      return;
    case "CMD":
      stage.cmd = jsonWords(instruction);
      return;
    case "HEALTHCHECK":
      stage.healthcheck = JSON.parse(
        /CMD (\[.*\])$/s.exec(instruction.getRawArgumentsContent()!)![1]!,
      ) as string[];
      return;
    case "LABEL":
    case "EXPOSE":
      return;
    default:
      assert.fail(`${instruction.getKeyword()} is not carried out here`);
  }
}

function words(instruction: Instruction): string[] {
  return instruction.getArguments().map((each) => each.getValue());
}

/** The exec form: without it a shell would get the signals. */
function jsonWords(instruction: Instruction): string[] {
  const words = (instruction as JSONInstruction)
    .getJSONStrings()
    .map((each) => JSON.parse(each.getValue()) as string);
  assert.ok(words.length > 0, `${instruction.getKeyword()} has the exec form`);
  return words;
}

/** @see https://docs.docker.com/reference/dockerfile/#copy */
function copy(source: string, pattern: string, folder: string, target: string): void {
  const found = pattern.includes("*")
    ? readdirSync(source).filter((name) => picomatch.isMatch(name, pattern))
    : [pattern];
  assert.ok(found.length > 0, `COPY finds ${pattern}`);
  for (const each of found) {
    const to = target.endsWith("/")
      ? path.join(folder, target, path.basename(each))
      : path.join(folder, target);
    cpSync(path.join(source, each), to, { recursive: true, verbatimSymlinks: true });
  }
}

/** Copies what .dockerignore lets into the build. Its patterns here are names at the top. */
function copyContext(project: string, context: string): void {
  const patterns = readFileSync(path.join(project, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  mkdirSync(context);
  for (const name of readdirSync(project)) {
    const last = patterns.findLast((each) => each === "*" || each === name || each === `!${name}`);
    if (last === undefined || last.startsWith("!")) {
      cpSync(path.join(project, name), path.join(context, name), { recursive: true });
    }
  }
}

function writeNpm(folder: string): string {
  mkdirSync(folder);
  const modules = path.join(root, "node_modules");
  const program = path.join(folder, "npm");
  writeFileSync(
    program,
    `#!/bin/sh -e
case "$1" in
  install|ci) mkdir -p node_modules; ln -s "${modules}/typescript" "${modules}/@types" "${modules}/undici-types" node_modules ;;
  run) PATH="${modules}/.bin:$PATH" exec sh -c "$(node -p 'require("./package.json").scripts[process.argv[1]]' "$2")" ;;
  prune) rm -r node_modules ;;
  *) exit 1 ;;
esac
`,
  );
  chmodSync(program, 0o755);
  return folder;
}
