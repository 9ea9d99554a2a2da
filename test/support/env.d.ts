declare namespace Cloudflare {
  type Bindings = import("../../src/env.ts").Bindings;
  interface Env extends Bindings {
    MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../src/worker.ts");
  }
}
