import { argument, type Arguments } from "./arguments.js";
import { bodyValue, chooser, isLazyForm, planBody, type RequestBody } from "./body.js";
import { fileType } from "../files/file-type.js";
import { planForm } from "./form-body.js";
import { essenceOf, isMultipart } from "../../contract/media-type.js";
import { fileBytes, inCharset } from "./charset.js";
import { checkEncoded } from "./content-encoding.js";
import { joinPropertyLists } from "./item-lists.js";
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
  const plan = planText(binding);
  return async (args, sources) => {
    const body = await plan(args, sources);
    if (typeof body?.content !== "string" || isMultipart(essenceOf(body.type))) return body;
    return { type: body.type, content: await inCharset(body.type, body.content) };
  };
}

/** Prepares a body whose text is not in the charset of its media type yet. */
function planText(binding: BodyBinding): LazyBodyPlan {
  if (binding.file) return planFile(binding);
  const { type, xml, encoding = {} } = binding;
  const written = bodyValue(binding);
  const collect = isLazyForm(encoding)
    ? (args: Arguments) => joinPropertyLists(written(args), encoding)
    : written;
  if (xml) {
    return (args) => {
      const value = collect(args);
      return Promise.resolve(
        value === undefined ? undefined : { type, content: xmlText(xml, value) },
      );
    };
  }
  if (isMultipart(essenceOf(type))) {
    const write = planMultipart(binding);
    return async (args, sources) => {
      const value = collect(args);
      return value === undefined ? undefined : write(value, args, sources);
    };
  }
  if (isLazyForm(encoding)) {
    const writeForm = planForm(encoding, xmlText);
    return (args) => {
      const value = collect(args);
      return Promise.resolve(value === undefined ? undefined : { type, content: writeForm(value) });
    };
  }
  const plan = planBody(binding);
  const { arg = "body", contentEncoding } = binding;
  return async (args) => {
    const value = contentEncoding === undefined ? undefined : collect(args);
    if (contentEncoding !== undefined && typeof value === "string") {
      checkEncoded(value, contentEncoding, `"${arg}"`);
    }
    return plan(args);
  };
}

function planFile({ arg = "body", type, otherTypes = [] }: BodyBinding): LazyBodyPlan {
  const accepted = [type, ...otherTypes];
  return async (args, sources) => {
    const value = argument(args, arg);
    if (value === undefined) return undefined;
    const what = `"${arg}"`;
    const file = await readFile(value, what, sources);
    const sent = fileType(file, accepted, what);
    return { type: sent, content: await fileBytes(file, sent) };
  };
}
