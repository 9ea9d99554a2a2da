import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { AppError, type FieldProblem } from "../kernel/errors.ts";
import type { AppEnv } from "./app-env.ts";

/** Bounds the answer: a name is repeated in it. */
const MAX_NAME_LENGTH = 100;
const MAX_NAMED = 10;

/**
 * Refuses a request with query parameters that its route does not have: they would be ignored, and a misspelt filter
 * would return the whole list.
 * @param query the schema of the route's query, an object; none: the route has no parameters
 * @throws AppError 400 `unknown_parameter`, which names them
 */
export function refuseUnknownParameters(query: z.ZodType | undefined): MiddlewareHandler<AppEnv> {
  const known = new Set(query === undefined ? [] : namesOf(query));
  return async function refuseUnknownParameter(c, next) {
    const { url } = c.req.raw;
    if (url.includes("?")) {
      const unknown = [...new Set(new URL(url).searchParams.keys())].filter((name) => !known.has(name));
      if (unknown.length > 0) throw unknownParameters(unknown);
    }
    await next();
  };
}

function namesOf(query: z.ZodType): string[] {
  if (query instanceof z.ZodObject) return Object.keys(query.shape);
  throw new Error("the query of a route is an object");
}

function unknownParameters(names: readonly string[]): AppError {
  const named = names.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const errors: FieldProblem[] = named.map((path) => ({ path, message: "isn't a parameter of this address" }));
  const [what, it] = named.length === 1 ? ["parameter", "it"] : ["parameters", "them"];
  const message = `Unknown query ${what}: ${named.join(", ")}. Remove ${it} and try again.`;
  return new AppError("unknown_parameter", { errors }, message);
}
