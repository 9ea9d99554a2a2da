import type { Hook } from "@hono/zod-openapi";
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

/** Refuses input that does not match its schema: 404 for a path parameter, else 400 with the fields. */
// biome-ignore lint/suspicious/noExplicitAny: the validators of every route share this one hook
export const refuseInvalid: Hook<any, AppEnv, any, void> = (result) => {
  if (result.success) return;
  if (result.target === "param") throw notFound();
  const errors = (result.error.issues as Issue[]).flatMap(toFieldProblems).slice(0, MAX_PROBLEMS);
  throw validationFailed(errors);
};

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
