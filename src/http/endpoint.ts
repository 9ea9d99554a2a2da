import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { AppError } from "../kernel/errors.ts";
import type { Access, HeaderParameter } from "./access.ts";
import type { AppEnv } from "./app-env.ts";
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_REFUSALS, idempotency } from "./idempotency.ts";
import { problemResponses } from "./problem.ts";
import { PROOF_HEADER_PARAMETER } from "./proof-of-work.ts";
import { type RouteLimit, rateLimit } from "./rate-limit.ts";
import { announceDeprecation, type Deprecation, describeDeprecation, headersOf } from "./response-headers.ts";
import { refuseUnknownParameters } from "./validate.ts";

/** A JSON body larger than this is rejected before it is read. */
export const MAX_JSON_BYTES = 256 * 1024;

type Schema = z.ZodType;
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** One successful response. Without `content` it has no body. */
export interface Answer {
  description: string;
  content?: { [mediaType: string]: { schema: Schema } };
  headers?: { [name: string]: { description: string; schema: { type: "string" | "integer" } } };
}

/** A route as a row of a table: validation, guards, limits and the OpenAPI operation are made from it. */
interface EndpointRow {
  /** The name of its verb, and the operation ID of the OpenAPI document. */
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
  /**
   * Ignores unknown parameters instead of rejecting them. For URLs in emails, in chats or at a provider, because
   * programs there add parameters (`utm_source`, `fbclid`).
   */
  ignoresUnknownParameters?: true;
  body?: Schema;
  /** A body that the handler reads itself: media type → schema. A plain JSON schema is described and not validated. */
  rawBody?: { [mediaType: string]: { schema: Schema | { type: "object" } } };
  /** Largest body in bytes. */
  maxBytes?: number;
  /** Accepts an `Idempotency-Key`; `idempotent` wraps its verb. */
  idempotent?: true;
  /** The headers that the handler reads itself, for the document. */
  headers?: readonly HeaderParameter[];
  responses: { [status: number]: Answer };
  /** It still works and will go: see docs/api-stability.md. Days as `2027-06-12`, UTC. */
  deprecated?: Deprecation;
  /** The codes that the verb may return, in addition to those of access, limits and input. */
  errors?: ErrorCode[];
}

type Part<Row, Key extends string, Name extends string> = Row extends { [K in Key]: infer S extends Schema }
  ? { [N in Name]: S }
  : Record<never, never>;
type Body<Row> = Row extends { body: infer S extends Schema }
  ? { body: { required: true; content: { "application/json": { schema: S } } } }
  : Record<never, never>;

/** The types of the input and of the successful responses, from which `app.openapi` infers. */
type RouteOf<Row extends EndpointRow> = {
  method: Row["method"];
  path: Row["path"];
  request: Part<Row, "params", "params"> & Part<Row, "query", "query"> & Body<Row>;
  responses: Row["responses"];
};

/**
 * Makes the OpenAPI operation, the validators and the guards of a route from one row, so that they cannot differ. Use
 * with `app.openapi(endpoint({…}), handler)`. A handler whose status or body is not among the responses does not
 * compile. Order at run time: content encoding → body size → limits → guard → query parameters that do not exist →
 * idempotency key → path, query, body → handler.
 */
export function endpoint<const Row extends EndpointRow>(row: Row): RouteOf<Row> {
  const hasBody = row.body !== undefined || row.rawBody !== undefined;
  const middleware: MiddlewareHandler<AppEnv>[] = [
    ...(row.deprecated ? [announceDeprecation(row.deprecated)] : []),
    ...(hasBody ? [refuseEncodedBody] : []),
    ...(row.method === "get" ? [] : [limitBody(row.maxBytes ?? MAX_JSON_BYTES)]),
    ...(row.limits ? [rateLimit(row.limits)] : []),
    ...row.access.guards,
    ...(row.ignoresUnknownParameters ? [] : [refuseUnknownParameters(row.query)]),
    ...(row.idempotent ? [idempotency(row.rawBody !== undefined)] : []),
  ];
  const hasPages = Object.values(row.responses).some((answer) => answer.content && "text/html" in answer.content);
  const headers = [
    ...(row.access.headers ?? []),
    ...(row.idempotent ? [IDEMPOTENCY_HEADER] : []),
    ...(row.limits?.some(({ takesProof }) => takesProof) ? [PROOF_HEADER_PARAMETER] : []),
    ...(row.headers ?? []),
  ];
  const content = row.body ? { "application/json": { schema: row.body } } : row.rawBody;
  const description = {
    operationId: row.name,
    tags: [row.tag],
    summary: row.summary,
    ...(row.description ? { description: row.description } : {}),
    ...(row.deprecated ? describeDeprecation(row.deprecated, row.description) : {}),
    security: row.access.security,
    "x-access": row.access.name,
    ...(row.access.scope ? { "x-required-scope": row.access.scope } : {}),
    method: row.method,
    path: row.path,
    ...(headers.length > 0 ? { parameters: headers } : {}),
    middleware,
    request: {
      ...(row.params ? { params: row.params } : {}),
      ...(row.query ? { query: row.query } : {}),
      ...(hasBody && content ? { body: { required: true, content } } : {}),
    },
    responses: DESCRIBES_API ? withHeaders({ ...row.responses, ...problemResponses(codesOf(row), hasPages) }, row) : {},
  };
  // Absent parts are left out by the conditions above, which the compiler does not follow into a type.
  return description as unknown as RouteOf<Row>;
}

/** Adds the headers that the app and the route's guards set to the route's own. */
function withHeaders(responses: { [status: number]: Answer }, row: EndpointRow): { [status: number]: object } {
  // The guards of guests' and the door's routes count, too.
  const isLimited = row.limits !== undefined || row.access.errors.includes("rate_limited");
  const route = { isLimited, isIdempotent: row.idempotent === true, givesHeader: row.access.givesHeader };
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...headersOf(Number(status), route), ...response.headers } },
    ]),
  );
}

/** Returns every error code of a route: those of its parts and its guard, then those of its row. */
function codesOf({ method, params, query, body, rawBody, limits, ...row }: EndpointRow): ErrorCode[] {
  const hasBody = body !== undefined || rawBody !== undefined;
  const canFailToCount = limits?.some(({ count }) => count === "exact");
  const when = (condition: unknown, ...codes: ErrorCode[]) => (condition ? codes : []);
  return [
    "database_unavailable",
    "misconfigured",
    "region_unavailable",
    ...when(method !== "get", "payload_too_large"),
    ...when(limits, "rate_limited"),
    ...when(canFailToCount, "unavailable"),
    ...row.access.errors,
    ...when(row.idempotent, ...IDEMPOTENCY_REFUSALS),
    ...when(params, "not_found"),
    ...when(!row.ignoresUnknownParameters, "unknown_parameter"),
    ...when(query || hasBody || row.idempotent, "validation_failed"),
    ...when(hasBody, "malformed_json", "unsupported_content_encoding", "unsupported_media_type"),
    ...(row.errors ?? []),
  ];
}

/**
 * Rejects a body that is compressed: its bytes would only be malformed to what reads them (RFC 9110, section 15.5.16).
 */
const refuseEncodedBody: MiddlewareHandler<AppEnv> = (c, next) => {
  const encoding = c.req.header("content-encoding");
  if (encoding !== undefined && !IDENTITY.test(encoding)) throw new AppError("unsupported_content_encoding");
  return next();
};

const IDENTITY = /^\s*(identity\s*)?$/i;

function limitBody(maxSize: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError("payload_too_large");
    },
  });
}

/** A JSON response. */
export function json<S extends Schema>(schema: S, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** A JSON response, or an HTML page for a client whose `Accept` prefers it. */
export function jsonOrPage<S extends Schema>(schema: S, description: string) {
  return { description, content: { "application/json": { schema }, "text/html": { schema: z.string() } } };
}

/** The schema of a page of a list, and of the cursor of the next one. */
export function page<S extends Schema>(item: S) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}

/** The source of a `page`: the rows that a verb has read. */
export function paged<R>({ rows, nextCursor }: { rows: readonly R[]; nextCursor: string | null }) {
  return { items: rows, nextCursor };
}
