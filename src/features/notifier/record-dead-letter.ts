import type { Services } from "../../services.ts";

/** Notes a message that died after its last try. */
export async function recordDeadLetter(
  _services: Services,
  _letter: { queue: string; id: string; body: unknown },
): Promise<void> {}
