declare namespace Cloudflare {
  type Bindings = import("../../src/env.ts").Bindings;
  interface Env extends Bindings {
    DB_1: D1Database;
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../src/worker.ts");
  }
}
