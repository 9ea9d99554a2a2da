import { fileURLToPath } from "node:url";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

const CONFIG = fileURLToPath(new URL("../wrangler.toml", import.meta.url));
const QUEUE = "usher-notifier";
/** Still long enough that concurrent messages arrive in one queue batch. */
const BATCH_TIMEOUT_SECONDS = 0.05;

/**
 * Returns the consumer of the notifier's queue with a shorter batch timeout. In production, a message waits up to a second for
 * others; hundreds of tests wait for one email each.
 * @returns Miniflare's `queueConsumers` with this one entry
 */
export function promptMails() {
  const consumers = new Map(Object.entries(workerOptionsOf(CONFIG).workerOptions.queueConsumers ?? {}));
  const consumer: object | undefined = consumers.get(QUEUE);
  if (consumer === undefined) throw new Error(`wrangler.toml has no consumer of ${QUEUE}`);
  return { [QUEUE]: { ...consumer, maxBatchTimeout: BATCH_TIMEOUT_SECONDS } };
}
