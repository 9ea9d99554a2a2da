import { DELIVERY_WINDOW_S } from "../access.ts";
import { type Facts, OWN_DEVICE_DISTANCE } from "../facts.ts";
import { type Signal, signal } from "./signal.ts";

function reasonOf(facts: Facts): string | null {
  const { access } = facts;
  if (access.kind !== "access") return null;
  if (access.device.agent.fetcher) return "known_agent";
  if (access.method === "HEAD") return "head_request";
  if (access.prefetch) return "prefetch";
  const inDelivery = access.sentSecondsAgo !== null && access.sentSecondsAgo <= DELIVERY_WINDOW_S;
  const isOwn =
    facts.ownDevice && facts.deviceDistance <= OWN_DEVICE_DISTANCE && facts.closestDevice?.told.form === true;
  return inDelivery && access.network.kind === "hosting" && !isOwn ? "during_delivery" : null;
}

/**
 * Was no person there? Strong evidence only: a known agent, HEAD, a prefetch, or a hosting network while the mail is
 * being delivered. No accusation: such an access is neither scored nor learned from. An RSVP or edit is never one.
 */
export function automatedFetch(facts: Facts): Signal {
  const why = reasonOf(facts);
  if (why === null) return signal("automated_fetch", 0);
  return signal("automated_fetch", 100, () => ({ why, sent_seconds_ago: facts.access.sentSecondsAgo }));
}
