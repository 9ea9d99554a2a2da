import type { RequestContext } from "../../context.ts";
import { destinationProblem } from "./destination.ts";

/** What is wrong with an address for webhooks, by this service's configuration; null for one that may be called. */
export function problemOf({ config }: Pick<RequestContext, "config">, url: string): string | null {
  return destinationProblem(url, { publicUrl: config.PUBLIC_URL, allowsLoopback: config.WEBHOOKS_TO_LOOPBACK });
}
