import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { requestKeyOf } from "../kernel/request-key.ts";
import { headerParameter } from "./access.ts";
import type { AppEnv } from "./app-env.ts";
import { validationFailed } from "./validate.ts";

const HEADER = "Idempotency-Key";
/** The limit that Stripe documents. */
const MAX_KEY_LENGTH = 255;
const CONTROL = /\p{Cc}/u;

/** Codes that `idempotent` may return, in addition to those of the verb. */
export const IDEMPOTENCY_REFUSALS: readonly ErrorCode[] = ["idempotency_key_reused", "outcome_erased"];

/** Not a schema of the route: that would make an object of all headers for each request that has no key. */
const KEY = z
  .string()
  .min(1)
  .max(MAX_KEY_LENGTH)
  .refine((key) => !CONTROL.test(key), "must not have control characters");

/** The header, for the OpenAPI document. */
export const IDEMPOTENCY_HEADER = headerParameter(
  HEADER,
  forDocs(
    "Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key.",
  ),
  { minLength: 1, maxLength: MAX_KEY_LENGTH },
);

/**
 * Checks the request's key and puts it into the context for the verb, and sets `Idempotency-Replayed` on a stored
 * response.
 * @param readsBytes whether the route reads a body that is not JSON
 */
export function idempotency(readsBytes: boolean): MiddlewareHandler<AppEnv> {
  return async function readRequestKey(c, next) {
    const key = c.req.header(HEADER);
    if (key === undefined) return next();
    const { error } = KEY.safeParse(key);
    if (error) throw validationFailed(error.issues.map(({ message }) => ({ path: HEADER, message })));
    const { pathname, search } = new URL(c.req.url);
    const requestKey = await requestKeyOf(key, {
      method: c.req.method,
      target: pathname + search,
      contentType: c.req.header("content-type") ?? "",
      // Hono caches a text body for later readers; bytes are read from a clone, because the handler reads the stream.
      body: readsBytes ? await c.req.raw.clone().arrayBuffer() : await c.req.text(),
    });
    c.set("ctx", { ...c.get("ctx"), requestKey });
    await next();
    if (requestKey.state === "replayed") c.header("Idempotency-Replayed", "true");
    // A verb without `recordResult` would run again for a repeated request.
    if (requestKey.state === "new" && c.res.ok) throw new Error("an idempotent route has not recorded its key");
  };
}
