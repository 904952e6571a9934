/**
 * Reads, computes and writes for many connections in turns. A system call leaves other data in the processor's caches than the
 * code around it needs: to alternate costs a short call up to a fifth of its time, and a write may wake its reader as well.
 */
let arrived: (() => void)[] = [];
let written: (() => void)[] = [];
let isTaking = false;
let writeBy = 0;
/** How often in a row nothing else arrived in the same turn of the event loop. */
let alone = 0;

/** Time in milliseconds after which a write no longer waits, because what is taken before it is not short. */
const longestWaitMs = 1;

/**
 * After so many turns with one arrival the next are not awaited, which takes a turn less: a single client sends a request when it
 * has the answer to the one before. One in so many is, to see whether others have come.
 */
const aloneForLong = 32;

/**
 * Calls `take`, in the order of the calls, when everything that has arrived on connections in this turn of the event loop is
 * read. One callback of Node for all is cheaper than one for each.
 */
export function afterArrivals(take: () => void): void {
  if (arrived.push(take) > 1) return;
  if (alone < aloneForLong || alone % aloneForLong === 0) setImmediate(takeAll);
  else process.nextTick(takeAll);
}

/**
 * Calls `write` at once; while what has arrived is taken, when all of it is, or when the one is taken in which a millisecond has
 * passed. So an answer waits for at most one that takes long to compute.
 */
export function writeTogether(write: () => void): void {
  if (!isTaking) return write();
  written.push(write);
}

function takeAll(): void {
  const all = arrived;
  arrived = [];
  if (all.length === 1) {
    alone += 1;
    return all[0]!();
  }
  alone = 0;
  isTaking = true;
  writeBy = performance.now() + longestWaitMs;
  try {
    callEach(all, writeInTime);
  } finally {
    isTaking = false;
    writeAll();
  }
}

function writeInTime(): void {
  if (written.length > 0 && performance.now() > writeBy) writeAll();
}

function writeAll(): void {
  const all = written;
  written = [];
  callEach(all);
  writeBy = performance.now() + longestWaitMs;
}

/** What follows one that throws is not lost, where the process outlives it. */
function callEach(all: readonly (() => void)[], afterEach?: () => void): void {
  let next = 0;
  try {
    while (next < all.length) {
      all[next++]!();
      afterEach?.();
    }
  } finally {
    for (; next < all.length; next += 1) afterArrivals(all[next]!);
  }
}
