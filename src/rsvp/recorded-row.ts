import { newId } from "../kernel/ids.ts";
import { actorOf } from "../platform/audit/actor.ts";
import type { Member } from "../platform/authorization/authorize-member.ts";
import type { RsvpRow } from "./queries.ts";
import { type Answer, headsOf } from "./rules.ts";

/** The answer as a row. A first one has no device, so it belongs to the first device that edits it. */
export function recordedRow(
  ids: { eventId: string; guestId: string },
  before: RsvpRow | null,
  answer: Answer,
  now: number,
): RsvpRow {
  const first = {
    id: newId(now),
    riskScore: null,
    editCount: 0,
    hostChangeCount: 0,
    maxPlusOnes: null,
    recognisedBy: "anyone" as const,
    userAgent: "",
    device: null,
    fingerprint: {},
    submittedAt: now,
    seat: null,
    waitlistedAt: null,
    offerExpiresAt: null,
  };
  const heads = headsOf(answer);
  return { ...(before ?? first), ...ids, ...answer, heads, answeredBy: "host", updatedAt: now };
}

/** The audit record. Counts only: the names and answers of people are in the revisions, which go when the guest does. */
export function recordOf(member: Member, before: RsvpRow | null, after: RsvpRow, force: boolean) {
  const audited = ({ response, plusOnes }: RsvpRow) => ({ response, plus_ones: plusOnes });
  return {
    eventId: member.eventId,
    ...actorOf(member),
    action: "rsvp.recorded" as const,
    target: after.guestId,
    before: before && audited(before),
    after: { ...audited(after), ...(force ? { force } : {}) },
    at: after.updatedAt,
  };
}
