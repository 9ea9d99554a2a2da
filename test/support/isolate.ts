import type { Bindings } from "../../src/env.ts";
import { createFlagCache } from "../../src/platform/flags/published.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** Returns the environment of an isolate that has served a request: it has read the flags, which are all on. Each environment is an isolate. */
export function warmIsolate<T extends Bindings>(isolate: T): T {
  const { shared, clock } = createRequestContext(isolate, () => undefined);
  const flagCache = shared(createFlagCache);
  flagCache.loadedAt = clock.now();
  return isolate;
}
