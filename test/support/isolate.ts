import type { Bindings } from "../../src/env.ts";
import { createFlagCache } from "../../src/platform/flags/published.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** Makes an environment an isolate that has already read the flags, which are all on. Each environment is an isolate. */
export function warmIsolate<T extends Bindings>(isolate: T): T {
  const { shared, clock } = createRequestContext(isolate, () => undefined);
  const flagCache = shared(createFlagCache);
  flagCache.loadedAt = clock.now();
  return isolate;
}
