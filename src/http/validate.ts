import type { Hook } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { AppError, type FieldProblem, notFound } from "../kernel/errors.ts";
import type { AppEnv } from "./app-env.ts";

/** Bounds the size of the response. */
const MAX_PROBLEMS = 50;

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
}

/** Rejects input that does not match its schema: 404 for a path parameter, else 400 with the fields. */
// biome-ignore lint/suspicious/noExplicitAny: the validators of every route share this one hook
export const refuseInvalid: Hook<any, AppEnv, any, void> = (result) => {
  if (result.success) return;
  if (result.target === "param") throw notFound();
  const errors = (result.error.issues as Issue[]).flatMap(toFieldProblems).slice(0, MAX_PROBLEMS);
  throw validationFailed(errors);
};

/** Limits the size of the response, which repeats the name. */
const MAX_NAME_LENGTH = 100;

const MAX_NAMED = 10;

/** 400 for fields that do not match their schema. */
export function validationFailed(errors: FieldProblem[]): AppError {
  return new AppError("validation_failed", { errors }, "Some fields are invalid. See `errors`.");
}

/** For an unknown field, Zod names its object; this names the field. */
function toFieldProblems(issue: Issue): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys" && issue.keys) {
    return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "isn't a field of this request" }));
  }
  return [{ path: path.join("."), message: issue.message }];
}

/**
 * Rejects a request with query parameters that its route does not have. A misspelt filter would otherwise be ignored,
 * and return the whole list.
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
  const errors: FieldProblem[] = named.map((path) => ({ path, message: "isn't a parameter of this operation" }));
  const [what, it] = named.length === 1 ? ["parameter", "it"] : ["parameters", "them"];
  const message = `Unknown query ${what}: ${named.join(", ")}. Remove ${it} and try again.`;
  return new AppError("unknown_parameter", { errors }, message);
}
