import assert from "node:assert/strict";
import { test } from "node:test";
import type { Pagination } from "../../../runtime/contract/operation.js";
import { nextLink } from "../../../runtime/upstream/response/next-page.js";
import { Upstream } from "../../../runtime/upstream/upstream.js";
import {
  api,
  messageOf,
  operation,
  record,
  type Responder,
  type Recorded,
  upstream,
} from "./support.js";

/** Responds with the page for the request's query. */
function pages(
  page: (
    query: URLSearchParams,
    seen: Recorded,
  ) => { body: unknown; headers?: Record<string, string> },
): Responder {
  return (seen, response) => {
    const { body, headers = {} } = page(new URL(seen.target, "http://h").searchParams, seen);
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

const params = [
  { in: "query", name: "page" },
  { in: "query", name: "q" },
] as const;

const list = (paginate: Pagination) => operation({ params }, { paginate });

/** Five numbered pages of two items. */
const numbered = pages((query) => {
  const page = Number(query.get("page") ?? 1);
  return { body: page > 5 ? [] : [`${page}a`, `${page}b`] };
});

test("pages are followed by number until one is empty", async (t) => {
  const { url, seen } = await record(t, numbered);
  const messages: string[] = [];
  const answer = await upstream(url).call(
    list({ by: "page", arg: "page" }),
    { q: "x" },
    { onProgress: (message) => messages.push(message) },
  );
  assert.ok(answer.kind === "json");
  assert.deepEqual(
    answer.value,
    [1, 2, 3, 4, 5].flatMap((page) => [`${page}a`, `${page}b`]),
  );
  assert.equal(answer.notes, undefined);
  assert.deepEqual(
    seen.map((one) => one.target),
    ["/x?q=x", ...[2, 3, 4, 5, 6].map((page) => `/x?page=${page}&q=x`)],
  );
  assert.equal(messages[0], "2 items on one page so far.");
});

test("pages start where the caller says, and stop at the limits", async (t) => {
  const { url, seen } = await record(t, numbered);
  const answer = await upstream(url).call(list({ by: "page", arg: "page", maxPages: 2 }), {
    page: 3,
  });
  assert.ok(answer.kind === "json");
  assert.deepEqual(answer.value, ["3a", "3b", "4a", "4b"]);
  assert.match(
    answer.notes?.[0] ?? "",
    /first 4 items; there may be more: the limit of 2 pages is reached/,
  );
  assert.equal(seen.length, 2);
});

test("no page is cut: one beyond the limit is dropped, and the note says how to get it", async (t) => {
  const { url, seen } = await record(t, numbered);
  const few = await upstream(url).call(list({ by: "page", arg: "page", maxItems: 3 }), {});
  assert.deepEqual(few.kind === "json" && few.value, ["1a", "1b"]);
  assert.equal(
    few.notes?.[0],
    '(These are the first 2 items; there may be more: page 2 would exceed the limit of 3 items. The next page is requested with {"page":2}.)',
  );
  assert.equal(seen.length, 2);
  const four = await upstream(url).call(list({ by: "page", arg: "page", maxItems: 4 }), {});
  assert.deepEqual(four.kind === "json" && four.value, ["1a", "1b", "2a", "2b"]);
  assert.match(four.notes?.[0] ?? "", /limit of 4 items is reached\. The next page .*\{"page":3\}/);
  const one = await upstream(url).call(list({ by: "page", arg: "page", maxItems: 1 }), {});
  assert.deepEqual(one.kind === "json" && one.value, ["1a", "1b"]);
});

test("the answer does not have the cursor of a dropped page", async (t) => {
  const { url } = await record(
    t,
    pages((query) => {
      const at = Number(query.get("page") ?? 0);
      return { body: { items: [at, at], next: `${at + 1}` } };
    }),
  );
  const paging = { by: "cursor", next: "/next", arg: "page", maxItems: 5 } as const;
  const answer = await upstream(url).call(list(paging), {});
  assert.deepEqual(answer.kind === "json" && answer.value, { items: [0, 0, 1, 1], next: "2" });
});

test("integers beyond 2^53 keep their digits, in items and in cursors", async (t) => {
  const first = '{"items":[{"id":9007199254740993}],"next":9007199254740995}';
  const last = '{"items":[{"id":1}],"next":null}';
  const { url, seen } = await record(t, ({ target }, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(target.includes("page=") ? last : first);
  });
  const paging = { by: "cursor", next: "/next", arg: "page" } as const;
  const answer = await upstream(url).call(list(paging), {});
  assert.ok(answer.kind === "json");
  assert.equal(answer.source, '{"items":[{"id":9007199254740993},{"id":1}],"next":null}');
  assert.deepEqual(
    seen.map((one) => one.target),
    ["/x", "/x?page=9007199254740995"],
  );
});

test("a cursor is sent as the argument, and the answer has the last page's", async (t) => {
  const { url, seen } = await record(
    t,
    pages((query) => {
      const at = Number(query.get("page") ?? 0);
      const next = at < 2 ? `${at + 1}` : null;
      return { body: { data: { items: [at] }, meta: { next }, extra: [at] } };
    }),
  );
  const paging = { by: "cursor", next: "/meta/next", arg: "page", items: "/data/items" } as const;
  const answer = await upstream(url).call(list(paging), {});
  assert.deepEqual(answer.kind === "json" && answer.value, {
    data: { items: [0, 1, 2] },
    meta: { next: null },
    extra: [2],
  });
  assert.equal(seen.length, 3);
  const cut = await upstream(url).call(list({ ...paging, maxPages: 1 }), {});
  assert.deepEqual(cut.kind === "json" && (cut.value as { meta: unknown }).meta, { next: "1" });
});

test("an offset grows by the items received, until all are there", async (t) => {
  const { url, seen } = await record(
    t,
    pages((query) => {
      const at = Number(query.get("page") ?? 0);
      return { body: { list: [at, at + 1, at + 2].filter((n) => n < 7), total: 7 } };
    }),
  );
  const paging = { by: "offset", arg: "page", more: "/total" } as const;
  const answer = await upstream(url).call(list(paging), { page: 1 });
  assert.deepEqual(answer.kind === "json" && answer.value, { list: [1, 2, 3, 4, 5, 6], total: 7 });
  assert.equal(seen.length, 2);
});

test("the link to the next page is followed on its own origin, with credentials", async (t) => {
  const { url, seen } = await record(
    t,
    pages((query, { target }) => {
      const page = Number(query.get("page") ?? 1);
      if (target.startsWith("/else")) return { body: [] };
      const link = `</x?page=${page + 1}#f>; title="a, <b>"; rel="prev next", </y>; rel=last`;
      return page < 3 ? { body: [page], headers: { link } } : { body: [page] };
    }),
  );
  const options = { headers: { authorization: "Bearer t" } };
  const answer = await upstream(url, options).call(list({ by: "link" }), { q: "x" });
  assert.deepEqual(answer.kind === "json" && answer.value, [1, 2, 3]);
  assert.deepEqual(
    seen.map((one) => [one.target, one.headers["authorization"]]),
    [
      ["/x?q=x", "Bearer t"],
      ["/x?page=2", "Bearer t"],
      ["/x?page=3", "Bearer t"],
    ],
  );
});

test("a link to another origin is not followed, and a note says so", async (t) => {
  const other = await record(t, numbered);
  const { url } = await record(
    t,
    pages(() => ({ body: { items: [1], next: `${other.url}/steal` } })),
  );
  const answer = await upstream(url).call(list({ by: "link", next: "/next" }), {});
  assert.match(answer.notes?.[0] ?? "", /page 2 failed: The next page is on another origin/);
  assert.equal(other.seen.length, 0);
});

test("each page's URL has the query's key once, even if the link has it", async (t) => {
  const { url, seen } = await record(
    t,
    pages((query) => {
      const page = Number(query.get("page") ?? 1);
      return { body: { items: [page], next: page < 2 ? `/x?page=2&key=${query.get("key")}` : "" } };
    }),
  );
  const facts = api({
    securitySchemes: { k: { type: "apiKey", in: "query", name: "key", env: "KEY" } },
    security: [{ k: [] }],
  });
  const up = new Upstream(facts, { baseUrl: url, env: { KEY: "s3cret-key" } });
  await up.call(list({ by: "link", next: "/next" }), {});
  assert.deepEqual(
    seen.map((one) => one.target),
    ["/x?key=s3cret-key", "/x?page=2&key=s3cret-key"],
  );
});

for (const [what, next] of Object.entries({
  "the link has it, redacted": "/x?page=2&api_key=s3cret-key&limit=5",
  "the link omits it": "/x?page=2&limit=5",
})) {
  test(`each page's URL has the query of the base URL once, even if ${what}`, async (t) => {
    const { url, seen } = await record(
      t,
      pages((query) => ({ body: { items: [1], next: query.has("page") ? "" : next } })),
    );
    const up = new Upstream(api({}), { baseUrl: `${url}?api_key=s3cret-key&limit=9` });
    await up.call(list({ by: "link", next: "/next" }), {});
    assert.deepEqual(
      seen.map((one) => one.target),
      ["/x?api_key=s3cret-key&limit=9", "/x?page=2&limit=5&api_key=s3cret-key"],
    );
  });
}

test("a list that can't continue ends with a reason", async (t) => {
  const rows: [what: string, responder: Responder, paging: Pagination, note: RegExp][] = [
    [
      "the same cursor again",
      pages(() => ({ body: { items: [1], next: "same" } })),
      { by: "cursor", next: "/next", arg: "page" },
      /first 2 items; there may be more: the API leads to a page that was already fetched/,
    ],
    [
      "a page that fails",
      (one, response) => {
        response.writeHead(one.target.includes("page") ? 500 : 200, {
          "content-type": "application/json",
        });
        response.end("[1]");
      },
      { by: "page", arg: "page" },
      /first 1 items.*page 2 failed: GET \/x answered 500/s,
    ],
    [
      "a page without a list",
      pages((query) => ({ body: query.has("page") ? { oops: true } : { items: [1] } })),
      { by: "page", arg: "page", items: "/items" },
      /page 2 has no list/,
    ],
    [
      "no list at all",
      pages(() => ({ body: { a: [1], b: [2] } })),
      { by: "page", arg: "page" },
      /has no list/,
    ],
    [
      "too much",
      pages((query) => ({ body: ["x".repeat(600), query.get("page")] })),
      { by: "page", arg: "page" },
      /too large together/,
    ],
  ];
  for (const [what, responder, paging, note] of rows) {
    const { url } = await record(t, responder);
    const answer = await upstream(url, { maxResponseBytes: 1000 }).call(list(paging), {});
    assert.match(answer.notes?.join() ?? "", note, what);
  }
});

test("a first page that fails is a failure; cancelling stops the list", async (t) => {
  const { url } = await record(t, (_, response) => {
    response.writeHead(500);
    response.end();
  });
  const failing = () => upstream(url).call(list({ by: "link" }), {});
  assert.match(await messageOf(failing), /answered 500/);
  const endless = await record(
    t,
    pages((query) => ({ body: [query.get("page")] })),
  );
  const controller = new AbortController();
  const onProgress = () => controller.abort(new Error("enough"));
  const call = upstream(endless.url).call(
    list({ by: "page", arg: "page" }),
    {},
    { signal: controller.signal, onProgress },
  );
  await assert.rejects(call, /enough/);
});

test("the page argument can be in the body", async (t) => {
  const { url, seen } = await record(t, (one, response) => {
    const { cursor } = JSON.parse(one.body) as { cursor?: string };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ items: [cursor ?? "0"], next: cursor ? null : "1" }));
  });
  const search = operation(
    { method: "POST", body: { type: "application/json", fields: ["cursor", "q"] } },
    { paginate: { by: "cursor", next: "/next", arg: "cursor" } },
  );
  const answer = await upstream(url).call(search, { q: "x" });
  assert.deepEqual(answer.kind === "json" && answer.value, { items: ["0", "1"], next: null });
  assert.deepEqual(
    seen.map((one) => one.body),
    ['{"q":"x"}', '{"cursor":"1","q":"x"}'],
  );
});

test("the next link is found among others", () => {
  const rows: [string, string | undefined][] = [
    ["<a>; rel=next", "a"],
    ['<a?x=1,2>; rel="next"; title="x"', "a?x=1,2"],
    ["<p>; rel=prev, <n>;rel=NEXT", "n"],
    ["<a>; rel=nextish", undefined],
    ['<a>; rel="next"; anchor="#x"', undefined],
    ["", undefined],
    ["a; rel=next", undefined],
    [`${"<".repeat(50_000)}`, undefined],
    [`<a>${"; x".repeat(50_000)}`, undefined],
  ];
  for (const [header, want] of rows) {
    assert.equal(nextLink(new Headers({ link: header })), want, header.slice(0, 40));
  }
});
