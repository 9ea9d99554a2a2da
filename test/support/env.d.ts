declare namespace Cloudflare {
  type Bindings = import("../../src/env.ts").Bindings;
  type Config = import("../../src/env.ts").Config;
  /** Variables and secrets that tests set, and that the Worker reads only by `readConfig`. */
  type Variables = { [Name in Exclude<keyof Config, keyof Bindings>]?: string };
  interface Env extends Bindings, Variables {
    DB_1: D1Database;
    PLATFORM_SECRET: string;
    SCORING_ENGINE_SECRET: string;
    SCHEMA: import("./schema-template.ts").SchemaTemplate;
  }
}

/** An environment's changes for one test. */
type EnvChanges = Partial<Cloudflare.Bindings> & Cloudflare.Variables;
