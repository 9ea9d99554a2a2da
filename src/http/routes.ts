import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod";
import type { RequestContext } from "../context.ts";
import type { ErrorCode } from "../kernel/error-codes.ts";
import type { Access, HeaderParameter } from "./access.ts";
import type { AppEnv } from "./app-env.ts";
import { endpoint, json, jsonOrPage, type Method } from "./endpoint.ts";
import { uuid } from "./fields.ts";
import { withholderOf } from "./guest-data.ts";
import { presenterOf, type Source } from "./present.ts";
import type { RouteLimit } from "./rate-limit.ts";
import type { Deprecation } from "./response-headers.ts";
import { refuseInvalid } from "./validate.ts";

type Schema = z.ZodType;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** The names in braces of a path. */
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Params<Path extends string, P> = P extends Schema ? z.output<P> : { [Name in NamesIn<Path>]: string };

/** The result of `run`: the source of the response, or the response itself if the row says `isPresented`. */
type Result<S, IsPresented> = S extends Schema ? (IsPresented extends true ? z.output<S> : Source<S>) : unknown;

/** The access, limits and tag that the routes of a group share. A row may have others. */
interface Group<C> {
  tag: string;
  access: Access<C>;
  limits?: RouteLimit[];
}

interface Row<Path extends string, C, P, Q, B, S, IsPresented> {
  /** The name of its verb, and the operation ID of the OpenAPI document. */
  name: string;
  tag?: string;
  summary: string;
  description?: string;
  access?: Access<C>;
  limits?: RouteLimit[];
  /** Path parameters that are neither an ID, whose name ends in `Id`, nor any text. */
  params?: P;
  query?: Q;
  /** See `endpoint`. */
  ignoresUnknownParameters?: true;
  body?: B;
  /** Accepts an `Idempotency-Key`; `idempotent` wraps its verb. */
  idempotent?: true;
  /** The headers that `run` reads itself, for the document. */
  headers?: readonly HeaderParameter[];
  /** Status, schema of the JSON body and description. Null: no body. */
  response: readonly [status: number, schema: S, description: string];
  /** A client whose `Accept` prefers HTML gets a page; see `jsonOrPage`. */
  hasPage?: true;
  /** `run` returns the wire form, because the schema cannot compute all of it. */
  isPresented?: IsPresented;
  /** See `endpoint`. */
  deprecated?: Deprecation;
  /** The codes that the verb may return, in addition to those of access, limits and input. */
  errors?: readonly ErrorCode[];
  /** Calls the verb. @param c for headers of the response */
  run(
    ctx: RequestContext,
    caller: C,
    input: { params: Params<Path, P>; query: Output<Q>; body: Output<B> },
    c: Context<AppEnv>,
  ): Result<S, IsPresented> | Promise<Result<S, IsPresented>>;
}

/**
 * Routes of one area that share tag, access and limits: rows over `endpoint()`. A response is presented by its schema,
 * so `run` returns what the verb does. Raw bodies, files, cookies and several statuses need
 * `app.openapi(endpoint({…}), …)`.
 */
export function routes<Shared>(group: Group<Shared>) {
  const app = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });
  const on =
    (method: Method) =>
    <
      const Path extends string,
      S extends Schema | null,
      C = Shared,
      P extends Schema | undefined = undefined,
      Q extends Schema | undefined = undefined,
      B extends Schema | undefined = undefined,
      IsPresented extends true | undefined = undefined,
    >(
      path: Path,
      row: Row<Path, C, P, Q, B, S, IsPresented>,
    ): void => {
      const { errors, run, response, hasPage, isPresented, limits = group.limits ?? [], ...rest } = row;
      const [status, schema, description] = response;
      const access = row.access ?? (group.access as Access<unknown> as Access<C>);
      const params = row.params ?? pathSchema(path);
      const respond = hasPage ? jsonOrPage : json;
      const described = {
        ...rest,
        tag: row.tag ?? group.tag,
        method,
        path,
        access,
        ...(limits.length > 0 ? { limits } : {}),
        ...(params ? { params } : {}),
        responses: { [status]: schema === null ? { description } : respond(schema, description) },
        ...(errors ? { errors: [...errors] } : {}),
      };
      const present = schema === null || isPresented ? null : presenterOf(schema);
      const withhold = schema === null ? null : withholderOf(schema);
      const handle = async (c: Context<AppEnv>) => {
        const valid = (target: string) => c.req.valid(target as never);
        const input = { params: valid("param"), query: valid("query"), body: valid("json") };
        const result = await run(c.get("ctx"), access.callerOf(c), input, c);
        if (schema === null) return c.body(null, status as 204);
        const presented = present === null ? result : present(result);
        const reads = withhold === null ? null : (access.readerOf?.(c) ?? null);
        return c.json(withhold === null || reads === null ? presented : withhold(presented, reads), status as 200);
      };
      // The row's types have checked what those of `endpoint` would check again.
      app.openapi(endpoint(described as Parameters<typeof endpoint>[0]), handle as never);
    };
  const methods = { get: on("get"), post: on("post"), put: on("put"), patch: on("patch"), delete: on("delete") };
  return { app, ...methods };
}

const PATH_SCHEMAS = new Map<string, Schema>();

/** The parameters of a path: IDs are lower-cased UUIDs. */
function pathSchema(path: string): Schema | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return undefined;
  const key = names.join();
  const known = PATH_SCHEMAS.get(key);
  if (known) return known;
  const schema = z.object(
    Object.fromEntries(names.map((name) => [name, name.endsWith("Id") ? uuid.toLowerCase() : z.string()])),
  );
  PATH_SCHEMAS.set(key, schema);
  return schema;
}
