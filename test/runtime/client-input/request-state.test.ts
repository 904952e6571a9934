import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mock, test } from "node:test";
import { ProtocolError } from "../../../runtime/index.js";
import { RequestStateSealer } from "../../../runtime/server/client-input/request-state.js";

const binding = {
  method: "tools/call",
  name: "buy",
  args: { what: "tea", how: { much: 1, warm: true } },
  subject: "ann",
};
const value = { secret: "hidden", count: 1 };

function refuses(sealer: RequestStateSealer, sealed: unknown, bound = binding): void {
  assert.throws(
    () => sealer.open(sealed, bound),
    (error) => {
      assert.ok(error instanceof ProtocolError);
      assert.equal(error.code, -32602);
      assert.match(error.message, /^`requestState` is not valid for this request/);
      return true;
    },
  );
}

test("a state opens for the request it was made for", () => {
  const sealer = new RequestStateSealer();
  const sealed = sealer.seal(value, binding);
  assert.match(sealed, /^[\w-]+$/);
  assert.deepEqual(sealer.open(sealed, binding), value);
});

test("a client may write its arguments in another order", () => {
  const sealer = new RequestStateSealer();
  const args = { how: { warm: true, much: 1 }, what: "tea" };
  assert.deepEqual(sealer.open(sealer.seal(value, binding), { ...binding, args }), value);
});

test("a state can't be read by clients", () => {
  const bytes = Buffer.from(new RequestStateSealer().seal(value, binding), "base64url");
  assert.equal(bytes.includes("hidden"), false);
});

test("two states of the same value differ", () => {
  const sealer = new RequestStateSealer();
  assert.notEqual(sealer.seal(value, binding), sealer.seal(value, binding));
});

test("a state opens for no other request and no other user", () => {
  const sealer = new RequestStateSealer();
  const sealed = sealer.seal(value, binding);
  refuses(sealer, sealed, { ...binding, method: "prompts/get" });
  refuses(sealer, sealed, { ...binding, name: "sell" });
  refuses(sealer, sealed, { ...binding, args: { ...binding.args, what: "gold" } });
  refuses(sealer, sealed, { ...binding, subject: "bob" });
  const anyone = { ...binding, subject: undefined };
  refuses(sealer, sealed, anyone as unknown as typeof binding);
  refuses(sealer, sealer.seal(value, anyone));
});

test("a state that was changed anywhere does not open", () => {
  const sealer = new RequestStateSealer();
  const sealed = sealer.seal(value, binding);
  const bytes = Buffer.from(sealed, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    refuses(sealer, changed.toString("base64url"));
  }
  refuses(sealer, `${sealed}-TAMPERED`);
  refuses(sealer, `${sealed}=`);
  refuses(sealer, ` ${sealed}`);
  refuses(sealer, sealed.slice(0, -4));
});

test("what was never a state does not open", () => {
  const sealer = new RequestStateSealer();
  const others = ["", "AQ", "x".repeat(40), "x".repeat(1_000_000), null, 7, {}, ["AQ"]];
  for (const other of others) refuses(sealer, other);
});

test("a state expires", () => {
  mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  try {
    const sealer = new RequestStateSealer({ ttlMs: 5_000 });
    const sealed = sealer.seal(value, binding);
    mock.timers.tick(4_999);
    assert.deepEqual(sealer.open(sealed, binding), value);
    mock.timers.tick(1);
    refuses(sealer, sealed);
  } finally {
    mock.timers.reset();
  }
});

test("servers that share a secret open each other's states, before and after it is replaced", () => {
  const [old, fresh] = ["o".repeat(32), randomBytes(32)];
  const before = new RequestStateSealer({ keys: [old] });
  const between = new RequestStateSealer({ keys: [fresh, old] });
  const after = new RequestStateSealer({ keys: [fresh] });
  assert.deepEqual(between.open(before.seal(value, binding), binding), value);
  assert.deepEqual(after.open(between.seal(value, binding), binding), value);
  refuses(before, between.seal(value, binding));
  refuses(after, before.seal(value, binding));
  refuses(new RequestStateSealer(), before.seal(value, binding));
});

test("a secret that is too short is a mistake in the program", () => {
  assert.throws(() => new RequestStateSealer({ keys: ["short"] }), TypeError);
});

test("a state that is too large to travel is refused where it is made", () => {
  const sealer = new RequestStateSealer();
  assert.throws(() => sealer.seal("x".repeat(70_000), binding), /at most 65536/);
  const large = "x".repeat(65_000);
  assert.equal(sealer.open(sealer.seal(large, binding), binding), large);
});
