import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";
import type { ErrorCode } from "../kernel/error-codes.ts";
import type { Access } from "./access.ts";
import type { AppEnv } from "./app-env.ts";
import { IdempotencyHeader, idempotency } from "./idempotency.ts";
import { type ProblemStatus, problemResponse, statusOf } from "./problem.ts";
import { type RouteLimit, rateLimit } from "./rate-limit.ts";

/** A JSON body larger than this is refused before it is read. */
export const MAX_JSON_BYTES = 256 * 1024;

type Schema = z.ZodType;
type Method = "get" | "post" | "put" | "patch" | "delete";

/** One possible success: what it means and what its body is. Without `content` the answer has no body. */
export interface Answer {
  description: string;
  content?: { [mediaType: string]: { schema: Schema } };
  headers?: { [name: string]: { description: string; schema: { type: "string" | "integer" } } };
}

/** A route as a row of a table. Everything that can be said of a route in advance is said here and nowhere else. */
interface EndpointRow {
  /** The verb behind it: also the operation id of the OpenAPI document. */
  name: string;
  tag: string;
  method: Method;
  path: string;
  summary: string;
  description?: string;
  access: Access;
  limits?: RouteLimit[];
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** A body that the handler reads itself: media type → schema. A plain JSON schema is described and not validated. */
  rawBody?: { [mediaType: string]: { schema: Schema | { type: "object" } } };
  /** Bytes of body that the route takes. */
  maxBytes?: number;
  /** Takes an `Idempotency-Key`; the verb behind it is made by `once`. */
  idempotent?: true;
  answers: { [status: number]: Answer };
  /**
   * The codes that the verb may answer, beside those of access, limits and input. A status stands for codes that are
   * still to be named.
   */
  refusals?: (ErrorCode | ProblemStatus)[];
}

type Part<Row, Key extends string, Name extends string> = Row extends { [K in Key]: infer S extends Schema }
  ? { [N in Name]: S }
  : Record<never, never>;
type Body<Row> = Row extends { body: infer S extends Schema }
  ? { body: { required: true; content: { "application/json": { schema: S } } } }
  : Record<never, never>;

/** What `app.openapi` needs to see: the types of the input and of the successful answers. */
type RouteOf<Row extends EndpointRow> = {
  method: Row["method"];
  path: Row["path"];
  request: Part<Row, "params", "params"> & Part<Row, "query", "query"> & Body<Row>;
  responses: Row["answers"];
};

/**
 * Turns a row into the description, the validators and the guards of a route at once, so that none of them can say
 * something that the others do not. Use with `app.openapi(endpoint({…}), handler)`; a handler whose status or body
 * is not among the answers does not compile.
 *
 * Order at run time: body size → limits → guard → idempotency key → path, headers, query, body → handler.
 */
export function endpoint<const Row extends EndpointRow>(row: Row): RouteOf<Row> {
  const hasBody = row.body !== undefined || row.rawBody !== undefined;
  const middleware: MiddlewareHandler<AppEnv>[] = [
    ...(row.method === "get" ? [] : [limitBody(row.maxBytes ?? MAX_JSON_BYTES)]),
    ...(row.limits ? [rateLimit(row.limits)] : []),
    ...row.access.guards,
    ...(row.idempotent ? [idempotency(row.rawBody !== undefined)] : []),
  ];
  const content = row.body ? { "application/json": { schema: row.body } } : row.rawBody;
  const description = {
    operationId: row.name,
    tags: [row.tag],
    summary: row.summary,
    ...(row.description ? { description: row.description } : {}),
    security: row.access.security,
    "x-access": row.access.name,
    method: row.method,
    path: row.path,
    middleware,
    request: {
      ...(row.params ? { params: row.params } : {}),
      ...(row.idempotent ? { headers: IdempotencyHeader } : {}),
      ...(row.query ? { query: row.query } : {}),
      ...(hasBody && content ? { body: { required: true, content } } : {}),
    },
    responses: { ...row.answers, ...refusalsOf(row) },
  };
  // Parts that a row does not have are left out above by conditions, which the compiler does not follow into a type.
  return description as unknown as RouteOf<Row>;
}

/** What an `Idempotency-Key` can be refused with. */
const IDEMPOTENCY_CODES: ErrorCode[] = ["idempotency_key_reused", "outcome_erased"];

function refusalsOf(row: EndpointRow): Record<number, ReturnType<typeof problemResponse>> {
  const named = [...row.access.refusals, ...(row.refusals ?? []), ...(row.idempotent ? IDEMPOTENCY_CODES : [])];
  const codes = named.filter((refusal) => typeof refusal === "string");
  const statuses = new Set<ProblemStatus>(
    named.map((one) => (typeof one === "string" ? statusOf(one) : one)).concat(503),
  );
  if (row.query || row.body || row.rawBody) statuses.add(400);
  if (row.params) statuses.add(404);
  if (row.body || row.rawBody) statuses.add(415);
  if (row.method !== "get") statuses.add(413);
  if (row.limits) statuses.add(429);
  if (row.idempotent) statuses.add(400);
  const isPage = Object.values(row.answers).some(({ content }) => content && "text/html" in content);
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const ofStatus = codes.filter((code) => statusOf(code) === status);
      return [status, problemResponse(status, ofStatus, isPage)];
    }),
  );
}

function limitBody(maxSize: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new HTTPException(413);
    },
  });
}

/** The answer of most routes: one JSON body. */
export function json<S extends Schema>(schema: S, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** The same where a browser, by its `Accept`, gets a page instead. */
export function jsonOrPage<S extends Schema>(schema: S, description: string) {
  return { description, content: { "application/json": { schema }, "text/html": { schema: z.string() } } };
}

/** A page of a list, and where the next one begins. */
export function page<S extends Schema>(item: S) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}
