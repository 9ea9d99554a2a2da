import type { Hook } from "@hono/zod-openapi";
import { AppError, type FieldProblem, notFound } from "../kernel/errors.ts";
import type { AppEnv } from "./app-env.ts";

/** More problems than this help nobody, and each costs bytes. */
const MAX_PROBLEMS = 50;

interface Issue {
  code: string;
  path: PropertyKey[];
  message: string;
  keys?: string[];
}

/**
 * What happens when input does not fit its schema: a malformed part of the path names nothing (404), anything else
 * is a 400 that lists the fields.
 */
// biome-ignore lint/suspicious/noExplicitAny: the validators of every route share this one hook
export const refuseInvalid: Hook<any, AppEnv, any, void> = (result) => {
  if (result.success) return;
  if (result.target === "param") throw notFound();
  const errors = (result.error.issues as Issue[]).flatMap(toFieldProblems).slice(0, MAX_PROBLEMS);
  throw validationFailed(errors);
};

/** 400 for fields that do not fit. */
export function validationFailed(errors: FieldProblem[]): AppError {
  return new AppError("validation_failed", { errors }, "Some of the input does not fit; see `errors`.");
}

/** An unknown field is named itself, not the object it sits in: a typo must be found at a glance. */
function toFieldProblems(issue: Issue): FieldProblem[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys" && issue.keys) {
    return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "is not a field of this request" }));
  }
  return [{ path: path.join("."), message: issue.message }];
}
