import type { Context } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { validationFailed } from "../../http/validate.ts";
import type { ErrorCode } from "../../kernel/error-codes.ts";
import { AppError } from "../../kernel/errors.ts";
import { parseForm } from "../form-body.ts";
import { messageFor } from "../problem-page.tsx";

/** The text fields of a form body. Files are left out. */
export async function readForm(c: Context<AppEnv>): Promise<Record<string, string | undefined>> {
  const fields = Object.entries(await parseForm(c));
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === "string"));
}

/** @throws AppError 400 `validation_failed` with the fields */
export function validated<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

/**
 * Runs the verb behind a form.
 * @param correctable codes after which the form is shown again, beside those that name fields
 * @returns null on success, or the message to show with the form
 * @throws every other error
 */
export async function submitForm(
  verb: () => Promise<void>,
  correctable: readonly ErrorCode[] = [],
): Promise<string | null> {
  try {
    await verb();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = error.details as { errors?: { path: string; message: string }[] };
    if (details.errors === undefined && !correctable.some((code) => code === error.code)) throw error;
    return messageFor({ error: error.code, detail: error.message, errors: details.errors });
  }
}
