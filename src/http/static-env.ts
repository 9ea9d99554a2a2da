import type { AppEnv } from "./app-env.ts";

/** What handlers need that only serve files: both Workers have it. */
export interface StaticEnv {
  Bindings: Pick<AppEnv["Bindings"], "ASSETS">;
  Variables: { ctx: { config: Pick<AppEnv["Variables"]["ctx"]["config"], "PUBLIC_URL"> } };
}
