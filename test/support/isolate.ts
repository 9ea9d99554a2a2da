import type { Bindings } from "../../src/env.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** An isolate that has served a request before: it knows the flags, and every one is on. Each environment is an isolate. */
export function warmIsolate<T extends Bindings>(isolate: T): T {
  const { flagCache, clock } = createRequestContext(isolate, () => undefined);
  flagCache.loadedAt = clock.now();
  return isolate;
}
