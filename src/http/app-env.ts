import type { RequestContext } from "../context.ts";
import type { Bindings } from "../env.ts";

/**
 * The variables of every Hono handler of the Worker. Read them with `c.get("ctx")` on hot paths: `c.var` copies all of
 * them each time.
 */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    requestId: string;
    ctx: RequestContext;
    /** Settles with the result of rate limits that run in parallel with the handler; see rate-limit.ts. */
    rateLimitCheck: Promise<void>;
  };
}

/** The environment of handlers that only serve files: both Workers have it. */
export interface StaticEnv {
  Bindings: Pick<AppEnv["Bindings"], "ASSETS">;
  Variables: { ctx: { config: Pick<AppEnv["Variables"]["ctx"]["config"], "PUBLIC_URL"> } };
}
