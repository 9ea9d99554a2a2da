import { DELIVERY_WINDOW_S } from "../access.ts";
import { type Facts, OWN_DEVICE_DISTANCE } from "../facts.ts";
import { defineSignal, QUIET } from "./define-signal.ts";

function reasonOf(facts: Facts): string | null {
  const { access } = facts;
  if (access.kind !== "access") return null;
  if (access.device.agent.fetcher) return "known_agent";
  if (access.method === "HEAD") return "head_request";
  if (access.prefetch) return "prefetch";
  const inDelivery = access.sentSecondsAgo !== null && access.sentSecondsAgo <= DELIVERY_WINDOW_S;
  const isOwn =
    facts.ownDevice &&
    facts.deviceDistance <= OWN_DEVICE_DISTANCE &&
    facts.closestDevice?.reportedHardware.form === true;
  // A POST is a person's press of a button on the preview that such a fetch got.
  return inDelivery && access.method !== "POST" && access.network.kind === "hosting" && !isOwn
    ? "during_delivery"
    : null;
}

/**
 * Was the access made by a program? Strong evidence only: a known user agent, HEAD, a prefetch, or a hosting network
 * while the email is being delivered. Such an access scores 0 and the baseline learns nothing from it. An RSVP or edit
 * is never automated.
 */
export const automatedFetch = defineSignal({
  name: "automated_fetch",
  family: "automation",
  evaluate(facts) {
    const why = reasonOf(facts);
    if (why === null) return QUIET;
    return { score: 100, evidence: () => ({ why, sent_seconds_ago: facts.access.sentSecondsAgo }) };
  },
});
