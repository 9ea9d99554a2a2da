import type { Context } from "hono";
import { AppError } from "../kernel/errors.ts";
import type { AppEnv } from "./app-env.ts";
import { validationFailed } from "./validate.ts";

const FIELD = "file";

/**
 * Returns the file of an upload: the only field of a multipart form.
 * @throws AppError 400 `unsupported_image` with the reason `no_file` without a form or a file in it,
 * `validation_failed` for further fields
 */
export async function readUpload(request: Request): Promise<File> {
  const form = await formOf(request);
  const files = form?.getAll(FIELD) ?? [];
  const [file] = files;
  if (!(file instanceof File)) {
    const message = `Send the image as a file in the field \`${FIELD}\` of a multipart form.`;
    throw new AppError("unsupported_image", { reason: "no_file" }, message);
  }
  const others = [...(form?.keys() ?? [])].filter((name) => name !== FIELD);
  const unknown = others.map((path) => ({ path, message: "isn't a field of this request" }));
  const twice = files.length > 1 ? [{ path: FIELD, message: "must be one file" }] : [];
  if (unknown.length + twice.length > 0) throw validationFailed([...unknown, ...twice].slice(0, MAX_PROBLEMS));
  return file;
}

/** Bounds the size of the response. */
const MAX_PROBLEMS = 50;

/** Returns null if the body is not a form. Throws the error of a body that is too large. */
async function formOf(request: Request): Promise<FormData | null> {
  try {
    return await request.formData();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Recognises JSON like Hono's validator, so that a limit and the schema see the same fields. */
const JSON_MEDIA_TYPE = /^application\/([\w.-]+\+)?json$/;

/**
 * The fields of a JSON or form body, whether they are valid or not: for what looks at a request before its schema does.
 * Media types are compared without regard to case (RFC 9110, section 8.3.1).
 * @returns no fields for any other body
 */
export async function bodyFields(c: Context<AppEnv>): Promise<Readonly<Record<string, unknown>>> {
  const [mediaType = ""] = (c.req.header("content-type") ?? "").split(";");
  const isJson = JSON_MEDIA_TYPE.test(mediaType.trim().toLowerCase());
  const body: unknown = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : {};
}
