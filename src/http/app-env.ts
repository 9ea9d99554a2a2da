import type { RequestContext } from "../context.ts";
import type { Bindings } from "../env.ts";

/** What every Hono handler of the Worker can reach. On hot paths by `c.get("ctx")`: `c.var` copies all variables each time. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: {
    requestId: string;
    ctx: RequestContext;
    /** Settles with the result of rate limits that run in parallel with the handler; see rate-limit.ts. */
    rateLimitCheck: Promise<void>;
  };
}

/** What handlers need that only serve files: both Workers have it. */
export interface StaticEnv {
  Bindings: Pick<AppEnv["Bindings"], "ASSETS">;
  Variables: { ctx: { config: Pick<AppEnv["Variables"]["ctx"]["config"], "PUBLIC_URL"> } };
}
