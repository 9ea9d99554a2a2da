import { gzipSync } from "node:zlib";
import type { Random } from "../random.ts";
import { PROTOTYPE_NAMES } from "./prototype-names.ts";
import type { Body, Draft, WireRequest } from "./request.ts";
import { formWith, HANDSHAKE, toWire } from "./request.ts";
import { ODD_TEXTS, ODD_VALUES } from "./values.ts";

/** Foreign values that a mutation may insert. */
export interface ForeignValues {
  /** Well-formed IDs of other events, guests and messages. */
  ids: readonly string[];
  /** Bearer tokens for other purposes and of other users. */
  bearers: readonly string[];
}

type DraftMutation = (draft: Draft, random: Random, others: ForeignValues) => Draft;
type WireMutation = (wire: WireRequest, random: Random) => WireRequest;

const oddText = (random: Random): string => random.pick(ODD_TEXTS);
const oddValue = (random: Random): unknown => (random.chance(0.5) ? oddText(random) : random.pick(ODD_VALUES));

/** Changes one random position in a JSON value. */
function changed(value: unknown, random: Random, change: (field: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.1)) return change(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return change(value);
  const key = random.pick(keys);
  const inside = changed((value as Record<string, unknown>)[key], random, change);
  return Array.isArray(value)
    ? value.map((one, index) => (String(index) === key ? inside : one))
    : { ...value, [key]: inside };
}

const inJson = (mutate: (value: unknown, random: Random) => unknown): DraftMutation => {
  return (draft, random) =>
    draft.body.kind === "json"
      ? { ...draft, body: { kind: "json", value: mutate(draft.body.value, random) } }
      : withOddBody(draft, random);
};

const dropField = inJson((value, random) => {
  const keys = Object.keys(Object(value) as object);
  if (keys.length === 0) return null;
  const gone = random.pick(keys);
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== gone));
});
const addField = inJson((value, random) => ({ ...Object(value), [oddText(random) || "extra"]: oddValue(random) }));
const replaceField = inJson((value, random) => changed(value, random, () => oddValue(random)));
const nullField = inJson((value, random) => changed(value, random, () => null));
const stringified = inJson((value, random) => changed(value, random, (field) => JSON.stringify(field) ?? ""));
const numbered = inJson((value, random) =>
  changed(value, random, () => random.between(-3, 105) / random.pick([1, 1, 2])),
);
const wrapped = inJson((value, random) => (random.chance(0.5) ? [value] : { value }));

/** Bytes with a part removed, changed or inserted. */
function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = random.between(0, Math.max(0, copy.length - 1));
  const how = random.between(0, 4);
  if (how === 0) return copy.subarray(0, at);
  if (how === 1)
    return Buffer.concat([copy.subarray(0, at), Uint8Array.of(0, 255, 254, 0xc0, 13, 10), copy.subarray(at)]);
  if (how === 2) return Buffer.concat([copy, copy]);
  if (how === 3) return Buffer.concat([Uint8Array.of(0xef, 0xbb, 0xbf), copy]);
  for (let time = 0; time < 8 && copy.length > 0; time++)
    copy[random.between(0, copy.length - 1)] = random.between(0, 255);
  return copy;
}

const CSV_FILES = [
  "",
  "\n\n\n",
  "name",
  "name,name,name\nA,B,C\n",
  '"name\nunclosed',
  "__proto__,constructor,toString,name\nw,x,y,z\n",
  `name\n${"a\n".repeat(6_000)}`,
  `${"name,".repeat(3_000)}\n`,
  `name,notes\nAda,${"x".repeat(70_000)}\n`,
  "name,email\n=1+1,a@b@c\n\u0000,\u202E@x.example\n",
  "name;email;party size\nAda;ada@example.com;99999999999999999999\nBob;;-1\n",
  "\uFEFF\uFEFFname\tphone\nAda\t'+49 30 901820\n",
];
const DECLARED = [
  "text/csv; charset=utf-16",
  "text/csv; charset=utf-7",
  'text/csv; charset=""',
  "text/csv;charset=windows-1252",
];

/** A body of another media type: not JSON, not a form, not a file, or only with such a header. */
function withOddBody(draft: Draft, random: Random): Draft {
  const bytes = (content: string | Uint8Array, type = declaredType(draft)): Body => ({
    kind: "bytes",
    type,
    bytes: typeof content === "string" ? Buffer.from(content) : content,
  });
  const file = Buffer.from(random.pick(CSV_FILES));
  const makes: (() => Body)[] = [
    () => ({ kind: "none" }),
    () => bytes(""),
    () => bytes(oddText(random)),
    () => bytes("{"),
    () => bytes("null"),
    () => bytes('"text"'),
    () => bytes("[".repeat(50_000)),
    () => bytes(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`),
    () => bytes(Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])),
    () => bytes('{"__proto__":{"role":"owner"},"constructor":{"prototype":1}}'),
    () => bytes(Buffer.alloc(300 * 1024, "a")),
    () => bytes(Buffer.alloc(6 * 1024 * 1024, "a")),
    () => bytes(file, random.chance(0.5) ? "text/csv" : random.pick(DECLARED)),
    () => formWith(file, random.pick(["file", "File", "file[]", ""])),
    () => formWith(Buffer.from(oddText(random)), "file", "image/png"),
    () => bytes("--x\r\nbroken", "multipart/form-data; boundary=x"),
    () => bytes("file=1&file=2&%zz=%", "application/x-www-form-urlencoded"),
    () => bytes("no boundary", "multipart/form-data"),
  ];
  return { ...draft, body: random.pick(makes)() };
}

function declaredType({ body, operation }: Draft): string {
  return body.kind === "bytes" ? body.type : (Object.keys(operation.body)[0] ?? "application/json");
}

const damageBody: DraftMutation = (draft, random) => {
  const { body } = draft;
  if (body.kind === "none") return withOddBody(draft, random);
  const bytes = body.kind === "json" ? Buffer.from(JSON.stringify(body.value)) : body.bytes;
  return { ...draft, body: { kind: "bytes", type: declaredType(draft), bytes: damaged(bytes, random) } };
};

/** JSON text that no parsed value produces: duplicate fields, numbers out of range, lone surrogates. */
const odderJson: DraftMutation = (draft, random) => {
  if (draft.body.kind !== "json") return damageBody(draft, random, { ids: [], bearers: [] });
  const json = JSON.stringify(draft.body.value);
  const field = /"(\w+)":/.exec(json)?.[1] ?? "a";
  const written = random.pick([
    json.replace("{", `{"${field}":1,"${field}":null,`),
    json.replace(/"[^"]*"(?=[,}])/, String.raw`"\ud800"`),
    json.replace(/"[^"]*"(?=[,}])/, String.raw`"\u0000\u202e\r\n"`),
    json.replace(/:("[^"]*"|\d+)/, ":1e999"),
    json.replace(/:("[^"]*"|\d+)/, ":-0.0"),
    json.replace(/:("[^"]*"|\d+)/, ":123456789012345678901234567890"),
    json.replace(/:("[^"]*"|\d+)/, ":0x1F"),
    `${json} trailing`,
    `/* comment */${json}`,
    json.replaceAll('"', "'"),
  ]);
  return { ...draft, body: { kind: "bytes", type: "application/json", bytes: Buffer.from(written) } };
};

const CONTENT_TYPES = [
  "text/plain",
  "application/xml",
  "application/JSON; Charset=UTF-16",
  "application/json;",
  "*/*",
  "",
  "json",
  "application/problem+json",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "text/csv; charset=klingon",
  "application/json, text/csv",
  `text/csv; ${"a=b;".repeat(500)}`,
  "application/vnd.api+json",
];
const otherType: DraftMutation = (draft, random) => {
  const { body } = draft;
  const bytes =
    body.kind === "json"
      ? Buffer.from(JSON.stringify(body.value))
      : body.kind === "bytes"
        ? body.bytes
        : Buffer.from("{}");
  return { ...draft, body: { kind: "bytes", type: random.pick(CONTENT_TYPES), bytes } };
};

const compressed: DraftMutation = (draft, random) => {
  const { body } = draft;
  const headers: Draft["headers"] = [
    ...draft.headers,
    ["Content-Encoding", random.pick(["gzip", "br", "identity", "x"])],
  ];
  if (body.kind === "none" || random.chance(0.5)) return { ...draft, headers };
  const bytes = body.kind === "json" ? Buffer.from(JSON.stringify(body.value)) : body.bytes;
  return { ...draft, headers, body: { kind: "bytes", type: declaredType(draft), bytes: gzipSync(bytes) } };
};

const oddPath: DraftMutation = (draft, random, { ids }) => {
  const names = draft.operation.parameters.filter(({ in: place }) => place === "path").map(({ name }) => name);
  if (names.length === 0) return oddQuery(draft, random, { ids, bearers: [] });
  const name = random.pick(names);
  const was = draft.path[name] ?? "";
  const values = [
    () => random.pick(ids),
    () => random.uuid(),
    () => "00000000-0000-0000-0000-000000000000",
    () => was.toUpperCase(),
    () => was.slice(0, -1),
    () => `${was}/`,
    () => `${was} `,
    () => `{${was}}`,
    () => was.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    () => oddText(random).slice(0, 3_000),
    () => "x".repeat(4_000),
    () => "..",
  ];
  return { ...draft, path: { ...draft.path, [name]: random.pick(values)() } };
};

const oddQuery: DraftMutation = (draft, random, { ids }) => {
  const known = draft.operation.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  const name =
    known.length > 0 && random.chance(0.8)
      ? random.pick(known)
      : random.pick(["x", ...PROTOTYPE_NAMES, "limit", "cursor", ""]);
  const others = draft.query.filter(([key]) => key !== name);
  const value = random.pick([
    oddText(random).slice(0, 3_000),
    String(random.between(-5, 500)),
    random.pick(ids),
    "1.5",
    "WyJhIiwxXQ",
  ]);
  const query = random.pick([
    others,
    [...draft.query, [name, value]],
    [...others, [name, value]],
    [...others, [name, value], [name, value]],
  ]);
  return { ...draft, query: query as Draft["query"] };
};

const otherBearer: DraftMutation = (draft, random, { bearers }) => {
  const headers = draft.headers.filter(([name]) => name !== "Authorization");
  const token = random.pick(random.chance(0.6) ? draft.colleagues : bearers);
  const value = random.pick([
    null,
    "",
    "Bearer",
    "Bearer ",
    `bearer ${token}`,
    `Basic ${token}`,
    `Bearer ${token}`,
    `Bearer ${token}`,
    `Bearer ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token.slice(0, -2)}`,
    `Bearer ${"x.".repeat(2_000)}`,
  ]);
  return { ...draft, headers: value === null ? headers : [...headers, ["Authorization", value]] };
};

const HEADERS: (readonly [string, readonly string[]])[] = [
  ["Accept", ["text/html", "application/xml", "*/*;q=0", "text/csv", "", "application/json;q=0.1, text/html"]],
  ["Idempotency-Key", ["", "k", "x".repeat(255), "x".repeat(256), "a\tb", "the same for all", "é"]],
  ["Range", ["bytes=0-0", "bytes=-1", "bytes=9-1", "items=1-2"]],
  ["If-None-Match", ["*", '"x"', "W/"]],
  ["X-Request-Id", ["short", "x".repeat(200), "well-formed-id-123", "a b c d e f g h", "<script>alert(1)</script>"]],
  ["X-HTTP-Method-Override", ["DELETE"]],
  [
    "CF-Connecting-IP",
    ["", "not an address", "::ffff:10.0.0.1", "2001:db8::1", "1.2.3.4, 5.6.7.8", "999.1.1.1", "x".repeat(500)],
  ],
  ["User-Agent", ["", "x".repeat(4_000), "curl/8", "\u00ff\u00fe"]],
  ["Referer", ["javascript:alert(1)", "x".repeat(4_000), "https://a.example/i/secret?x=1"]],
  ["Accept-Language", ["x".repeat(2_000), "\u00e9"]],
  ["CF-Ray", ["1234567890abcdef-FRA"]],
  ["Origin", ["https://evil.example", "null"]],
  ["Cookie", ["a=b; ".repeat(200)]],
  ["Upgrade", ["h2c"]],
  ["Stripe-Signature", ["", "t=1,v1=00", "t=x,v1=", `t=${"9".repeat(30)},v1=${"0".repeat(64)}`]],
  ["svix-id", ["msg_1"]],
  ["Transfer-Encoding", ["chunked"]],
  ["X-Forwarded-For", ["1.1.1.1"]],
  ["X-Padding", ["x".repeat(12_000)]],
];
const oddHeader: DraftMutation = (draft, random) => {
  const [name, values] = random.pick(HEADERS);
  const others = random.chance(0.9)
    ? draft.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase())
    : draft.headers;
  return { ...draft, headers: [...others, [name, random.pick(values)]] };
};

const otherMethod: WireMutation = (wire, random) => {
  const method = random.pick(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "HEAD"]);
  const isBare = method === "GET" || method === "HEAD";
  // workerd rejects a WebSocket handshake with another method.
  const gone = new Set([...HANDSHAKE, ...(isBare ? ["content-type"] : [])]);
  const headers = wire.headers.filter(([name]) => !gone.has(name.toLowerCase()));
  return { ...wire, method, body: isBare ? null : wire.body, headers };
};
const oddTarget: WireMutation = (wire, random) => ({
  ...wire,
  target: random.pick([
    () => `${wire.target}/`,
    () => `/${wire.target}`,
    () => wire.target.toUpperCase(),
    () => wire.target.replace("/", "/%2e%2e/"),
    () => wire.target.replace(/[0-9a-f]/, "%00"),
    () => wire.target.replace(/[0-9a-f]/, "%ff"),
    () => wire.target.replace(/[0-9a-f]/, "%"),
    () => wire.target.replaceAll("-", "%2D"),
    () => `${wire.target}?${"a=1&".repeat(800)}`,
    () => `${wire.target}?%=%zz&=&&limit`,
    () => `${wire.target}#fragment`,
  ])(),
});

/** Mutations with their weights. */
const MUTATIONS: (readonly [DraftMutation, number])[] = [
  [dropField, 6],
  [addField, 3],
  [replaceField, 14],
  [nullField, 4],
  [stringified, 3],
  [numbered, 5],
  [wrapped, 1],
  [odderJson, 5],
  [damageBody, 5],
  [withOddBody, 5],
  [otherType, 4],
  [compressed, 2],
  [oddPath, 10],
  [oddQuery, 12],
  [otherBearer, 8],
  [oddHeader, 12],
];
const WIRE_MUTATIONS: (readonly [WireMutation, number])[] = [
  [otherMethod, 1],
  [oddTarget, 1],
];
/** Number of mutations of a request, with weights. An unchanged request must be accepted. */
const COUNTS: (readonly [number, number])[] = [
  [0, 12],
  [1, 58],
  [2, 22],
  [3, 8],
];
const ON_WIRE = 0.06;

/** Applies random mutations to a valid request. @returns the request, and whether it is unchanged */
export function mutate(draft: Draft, random: Random, others: ForeignValues): { wire: WireRequest; isValid: boolean } {
  const count = random.weighed(COUNTS);
  let mutated = draft;
  for (let time = 0; time < count; time++) mutated = random.weighed(MUTATIONS)(mutated, random, others);
  const wire = toWire(mutated);
  if (count > 0 && random.chance(ON_WIRE))
    return { wire: random.weighed(WIRE_MUTATIONS)(wire, random), isValid: false };
  return { wire, isValid: count === 0 };
}
