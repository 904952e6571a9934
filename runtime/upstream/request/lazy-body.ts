import { argument, type Arguments } from "./arguments.js";
import { bodyValue, chooser, isLazyBody, planBody, type RequestBody } from "./body.js";
import { fileType } from "../files/file-type.js";
import { planForm } from "./form-body.js";
import { essenceOf } from "../../contract/media-type.js";
import { planMultipart } from "./multipart.js";
import type { BodyBinding } from "../../contract/operation.js";
import type { FileSources } from "../files/file-model.js";
import { readFile } from "../files/read-file.js";
import { xmlText } from "./xml.js";

/** Writes a body that may have to read files first. */
export type LazyBodyPlan = (
  args: Arguments,
  sources: FileSources,
) => Promise<RequestBody | undefined>;

/** Prepares the bodies that few operations have. This module and those it needs are loaded for the first of them. */
export function planLazyBody(binding: BodyBinding): LazyBodyPlan {
  if (binding.choice) {
    const choose = chooser(binding, planLazyBody);
    return (args, sources) => choose(args)(args, sources);
  }
  if (!isLazyBody(binding)) {
    const plan = planBody(binding);
    return (args) => Promise.resolve(plan(args));
  }
  if (binding.file) return planFile(binding);
  const collect = bodyValue(binding);
  const { type, xml } = binding;
  if (xml) {
    return (args) => {
      const value = collect(args);
      return Promise.resolve(
        value === undefined ? undefined : { type, content: xmlText(xml, value) },
      );
    };
  }
  if (essenceOf(type) === "application/x-www-form-urlencoded") {
    const writeForm = planForm(binding.encoding ?? {}, xmlText);
    return (args) => {
      const value = collect(args);
      return Promise.resolve(value === undefined ? undefined : { type, content: writeForm(value) });
    };
  }
  const write = planMultipart(binding);
  return async (args, sources) => {
    const value = collect(args);
    return value === undefined ? undefined : write(value, args, sources);
  };
}

function planFile({ arg = "body", type, otherTypes = [] }: BodyBinding): LazyBodyPlan {
  const accepted = [type, ...otherTypes];
  return async (args, sources) => {
    const value = argument(args, arg);
    if (value === undefined) return undefined;
    const what = `"${arg}"`;
    const file = await readFile(value, what, sources);
    return { type: fileType(file, accepted, what), content: file.bytes };
  };
}
