import type { Context } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { validationFailed } from "../../http/validate.ts";
import { AppError } from "../../kernel/errors.ts";
import { wordsFor } from "../problem-page.tsx";

/** The texts of a form. A file, or a field that came twice, is none. */
export async function readForm(c: Context<AppEnv>): Promise<Record<string, string | undefined>> {
  const fields = Object.entries(await c.req.parseBody());
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === "string"));
}

/** @throws AppError 400 naming the field that does not fit */
export function fitted<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })));
}

/**
 * Runs what a form asks for.
 * @returns null when it worked, or why the person should change the form and send it again
 * @throws what no change of the form would help
 */
export async function tryForm(work: () => Promise<void>, mendable: readonly string[] = []): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = error.details as { errors?: { path: string; message: string }[] };
    if (details.errors === undefined && !mendable.includes(error.code)) throw error;
    return wordsFor({ error: error.code, detail: error.message, errors: details.errors });
  }
}
