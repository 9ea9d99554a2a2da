import { fileURLToPath } from "node:url";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";

const CONFIG = fileURLToPath(new URL("../wrangler.toml", import.meta.url));
const QUEUE = "usher-notifier";
/** Still long enough that messages of one moment come in one batch. */
const BATCH_TIMEOUT_SECONDS = 0.05;

/**
 * The consumer of the notifier's queue with a shorter batch timeout. Deployed, a message waits up to a second for others;
 * hundreds of tests wait for one mail each.
 * @returns Miniflare's `queueConsumers` with this one entry
 */
export function promptMails() {
  const consumers = new Map(Object.entries(workerOptionsOf(CONFIG).workerOptions.queueConsumers ?? {}));
  const consumer: object | undefined = consumers.get(QUEUE);
  if (consumer === undefined) throw new Error(`wrangler.toml has no consumer of ${QUEUE}`);
  return { [QUEUE]: { ...consumer, maxBatchTimeout: BATCH_TIMEOUT_SECONDS } };
}
