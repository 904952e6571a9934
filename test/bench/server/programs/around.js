// Ten guards and ten interceptors as users write them. Of those that wait, two guards and eight interceptors are asynchronous
// functions; the others do the same without waiting for anything.
const banned = new Set(["mallory"]);
const counts = new Map();
const seen = { name: "", failures: 0, slowest: 0 };

const quickGuards = [
  { name: "banned", guard: ({ caller }) => !banned.has(caller?.subject ?? "anonymous") },
  { name: "kind", guard: ({ kind, purpose }) => kind === "tool" && purpose === "call" },
  { name: "writes", guard: ({ metadata, caller }) => metadata("writes") !== true || !!caller },
  { name: "beta", guard: ({ metadata, headers }) => !metadata("beta") || !!headers?.("x-beta") },
  { name: "length", guard: ({ args }) => String(args.text).length < 10_000 },
  { name: "printable", guard: ({ args }) => !String(args.text).includes("\0") },
  { name: "name", guard: ({ name }) => name.startsWith("echo") },
  { name: "revision", guard: ({ protocolVersion }) => protocolVersion >= "2025-03-26" },
];

const quickInterceptors = [
  { name: "trim", intercept: ({ args }, next) => next({ ...args, text: args.text.trim() }) },
  { name: "closed", intercept: ({ metadata }, next) => (metadata("closed") ? closed : next()) },
];

/** Most of them wait for what is inside them. */
export const waiting = [
  ...quickGuards,
  { name: "open", guard: async () => isOpen() },
  { name: "quota", guard: async ({ caller }) => (await countOf(caller?.subject ?? "")) > 0 },
  ...quickInterceptors,
  { name: "duration", intercept: duration },
  { name: "failures", intercept: countFailures },
  { name: "audit", intercept: audit },
  { name: "count", intercept: count },
  { name: "log", intercept: logged },
  { name: "marked", intercept: marked },
  { name: "result", intercept: checkResult },
  { name: "last", intercept: async (_call, next) => await next() },
];

/** None of them waits. */
export const quick = [
  ...quickGuards,
  { name: "open", guard: ({ metadata }) => metadata("closed") !== true },
  { name: "quota", guard: ({ caller }) => counted(caller?.subject ?? "") > 0 },
  ...quickInterceptors,
  { name: "count", intercept: ({ name }, next) => (counted(name), next()) },
  { name: "audit", intercept: ({ name }, next) => ((seen.name = name), next()) },
  { name: "log", intercept: (call, next) => (log(call), next()) },
  { name: "beta", intercept: ({ metadata }, next) => (metadata("gone") ? closed : next()) },
  { name: "named", intercept: ({ name }, next) => (name === "" ? closed : next()) },
  { name: "writes", intercept: ({ metadata }, next) => (metadata("dry") ? closed : next()) },
  { name: "again", intercept: (call, next) => (log(call), next()) },
  { name: "last", intercept: (_call, next) => next() },
];

const closed = { content: [{ type: "text", text: "closed" }] };

/** Five guards and five interceptors of those of which none waits. */
export const five = [...quickGuards.slice(0, 5), ...quick.slice(-5)];

/** Ten guards and ten interceptors whose work is what the server does around them. */
export const idle = Array.from({ length: 10 }, () => [
  { guard: () => true },
  { intercept: (_call, next) => next() },
]).flat();

/** Returns a handler that does by hand what `use` does around one, in the shortest and fastest way. */
export function byHand(use, name, handler) {
  const guards = use.filter(({ guard }) => guard);
  const interceptors = use.filter(({ intercept }) => intercept);
  const run = (call, index) => {
    if (index === interceptors.length) return handler(call.args);
    return interceptors[index].intercept(call, (args) =>
      run(args === undefined ? call : callByHand(name, args, call), index + 1),
    );
  };
  return async (args, ctx) => {
    const call = callByHand(name, args, ctx);
    for (const { guard } of guards) {
      const may = guard(call);
      if ((typeof may === "boolean" ? may : await may) !== true) throw new Error("refused");
    }
    return run(call, 0);
  };
}

/** Spread properties would take five times as long. */
function callByHand(name, args, ctx) {
  return {
    kind: "tool",
    purpose: "call",
    name,
    args,
    metadata: noMetadata,
    caller: ctx.caller,
    headers: ctx.headers,
    protocolVersion: ctx.protocolVersion,
  };
}

function noMetadata() {
  return undefined;
}

async function isOpen() {
  return true;
}

async function countOf(subject) {
  return counted(subject);
}

function counted(subject) {
  const count = (counts.get(subject) ?? 0) + 1;
  counts.set(subject, count);
  return count;
}

function log(call) {
  if (call.metadata("logged")) call.info(`${call.name} was called`);
}

async function duration(_call, next) {
  const began = performance.now();
  try {
    return await next();
  } finally {
    seen.slowest = Math.max(seen.slowest, performance.now() - began);
  }
}

async function countFailures(_call, next) {
  try {
    const result = await next();
    if (result.isError) seen.failures += 1;
    return result;
  } catch (error) {
    seen.failures += 1;
    throw error;
  }
}

async function audit({ name }, next) {
  const result = await next();
  seen.name = name;
  return result;
}

async function count({ name }, next) {
  counted(name);
  return await next();
}

async function logged(call, next) {
  log(call);
  return await next();
}

async function marked(call, next) {
  const result = await next();
  return call.metadata("mark") ? { ...result, _meta: { mark: call.metadata("mark") } } : result;
}

async function checkResult(_call, next) {
  const result = await next();
  if (!Array.isArray(result.content)) throw new Error("There is no content.");
  return result;
}
