import type { Schema } from "./document.ts";
import type { Body, Draft } from "./request.ts";

/** Names that every JavaScript object inherits: a lookup with a client's string finds them although they are not set. */
export const PROTOTYPE_NAMES = ["constructor", "__proto__", "toString"] as const;

type Replace = (name: string) => Draft;

/**
 * Returns variants of a request with such a name: as each string value of path, query, headers and body (omitted fields
 * and fields of a webhook's report included), and as an additional key of each object, form and the query.
 */
export function withPrototypeNames(draft: Draft): Draft[] {
  const places: Replace[] = [...pathPlaces(draft), ...parameterPlaces(draft), ...bodyPlaces(draft)];
  return PROTOTYPE_NAMES.flatMap((name) => places.map((replace) => replace(name)));
}

function pathPlaces(draft: Draft): Replace[] {
  return draft.operation.parameters
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => (name) => ({ ...draft, path: { ...draft.path, [parameter.name]: name } }));
}

function parameterPlaces(draft: Draft): Replace[] {
  const set = (pairs: [string, string][], key: string, value: string): [string, string][] => [
    ...pairs.filter(([other]) => other !== key),
    [key, value],
  ];
  const named = draft.operation.parameters.flatMap((parameter): Replace[] => {
    if (parameter.in === "query") {
      return [(name) => ({ ...draft, query: set(draft.query, parameter.name, name) })];
    }
    return parameter.in === "header"
      ? [(name) => ({ ...draft, headers: set(draft.headers, parameter.name, name) })]
      : [];
  });
  return [...named, (name) => ({ ...draft, query: [...draft.query, [name, name]] })];
}

function bodyPlaces(draft: Draft): Replace[] {
  const { body, operation } = draft;
  const withBody = (changed: Body): Draft => ({ ...draft, body: changed });
  if (body.kind === "bytes" && body.type.startsWith("text/csv")) {
    const file = (name: string): Uint8Array => Buffer.from(`name,${name},notes\n${name},${name},${name}\n`);
    return [(name) => withBody({ ...body, bytes: file(name) })];
  }
  if (body.kind === "bytes") return rawPlaces(body).map((replace) => (name) => withBody(replace(name)));
  if (body.kind === "none") return [];
  const whole = withEveryField(body.value, operation.body["application/json"]);
  return variants(whole).map((variant) => (name) => withBody({ kind: "json", value: variant(name) }));
}

/** The places of a body that its route reads itself, as webhooks do: JSON, or the fields of a form. */
function rawPlaces(body: Extract<Body, { kind: "bytes" }>): ((name: string) => Body)[] {
  const text = new TextDecoder().decode(body.bytes);
  if (body.type === "application/json") {
    const encoded = (value: unknown): Body => ({ ...body, bytes: Buffer.from(JSON.stringify(value)) });
    return variants(JSON.parse(text)).map((variant) => (name) => encoded(variant(name)));
  }
  if (body.type !== "application/x-www-form-urlencoded") return [];
  const fields = [...new URLSearchParams(text)];
  const form = (changed: [string, string][]): Body => ({
    ...body,
    bytes: Buffer.from(new URLSearchParams(changed).toString()),
  });
  return [
    ...fields.map(
      (_, at) => (name: string) =>
        form(fields.map(([key, value], index): [string, string] => [key, index === at ? name : value])),
    ),
    (name) => form([...fields, [name, name]]),
  ];
}

/** A value with every field of its schema; missing fields become strings. */
function withEveryField(value: unknown, schema: Schema | undefined): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const lacking = Object.keys(schema?.properties ?? {}).filter((field) => !Object.hasOwn(value, field));
  return { ...value, ...Object.fromEntries(lacking.map((field) => [field, "text"])) };
}

/** A JSON value with a name instead of each string, and as an additional key of each object. */
function variants(value: unknown): ((name: string) => unknown)[] {
  if (typeof value === "string") return [(name) => name];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) =>
      variants(one).map((variant) => (name: string) => value.with(index, variant(name))),
    );
  }
  const fields = Object.entries(value).flatMap(([key, field]) =>
    variants(field).map((variant) => (name: string) => ({ ...value, [key]: variant(name) })),
  );
  return [...fields, (name) => ({ ...value, [name]: name }), (name) => ({ ...value, [name]: { [name]: name } })];
}
