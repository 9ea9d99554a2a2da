import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { requestKeyOf } from "../kernel/request-key.ts";
import type { AppEnv } from "./app-env.ts";

const HEADER = "Idempotency-Key";
/** As long as other services take them. */
const MAX_KEY_LENGTH = 255;
const CONTROL = /\p{Cc}/u;

/** The header as the route's schemas have it. */
export const IdempotencyHeader = z.object({
  [HEADER]: z
    .string()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .refine((key) => !CONTROL.test(key), "has no control characters")
    .optional()
    .meta({
      description:
        "A text of your choice, one for each thing that you want done. Send the request again with the same key within 24 hours, and it is not done again: you get the answer of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed leaves its key free.",
    }),
});

/**
 * Tells the route's verb that the client may send this request again, and the client that it had.
 * @param readsBytes whether the route reads a body that is not JSON
 */
export function idempotency(readsBytes: boolean): MiddlewareHandler<AppEnv> {
  return async function noteRequestKey(c, next) {
    const key = c.req.header(HEADER);
    if (key === undefined) return next();
    const { pathname, search } = new URL(c.req.url);
    const requestKey = await requestKeyOf(key, {
      method: c.req.method,
      target: pathname + search,
      contentType: c.req.header("content-type") ?? "",
      // The handler reads bytes itself; text stays with the request for all who ask for it.
      body: readsBytes ? await c.req.raw.clone().arrayBuffer() : await c.req.text(),
    });
    c.set("ctx", { ...c.var.ctx, requestKey });
    await next();
    if (requestKey.state === "replayed") c.header("Idempotency-Replayed", "true");
    // A verb that forgot its claim would do the same thing twice.
    if (requestKey.state === "new" && c.res.ok) throw new Error("an idempotent route has not claimed its key");
  };
}
