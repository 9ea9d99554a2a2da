import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";

/** As Hono's validator recognises JSON, so that a limit and the schema see the same fields. */
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
