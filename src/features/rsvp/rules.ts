import type { RESPONSES } from "../guests/schemas.ts";

/** Edits of an RSVP. The database enforces it too: CHECK (edit_count BETWEEN 0 AND 5). */
export const MAX_EDITS = 5;

/** What a guest answers. */
export interface Answer {
  response: (typeof RESPONSES)[number];
  plusOnes: number;
}

/** The answer as it is stored: who does not come brings nobody, whatever the request says. */
export function storedAnswer({ response, plusOnes }: Answer): Answer {
  return { response, plusOnes: response === "declined" ? 0 : plusOnes };
}

/** The heads of an answer, and the seat that they have. */
export function seatOf({ response, plusOnes }: Answer): { heads: number; seat: "confirmed" | null } {
  return response === "attending" ? { heads: 1 + plusOnes, seat: "confirmed" } : { heads: 0, seat: null };
}

/** The answer that an edit makes of another one; absent fields stay. */
export function editedAnswer(before: Answer, changes: { [K in keyof Answer]?: Answer[K] | undefined }): Answer {
  return storedAnswer({
    response: changes.response ?? before.response,
    plusOnes: changes.plusOnes ?? before.plusOnes,
  });
}

/** What a request has to show to see and edit an RSVP. */
export interface DeviceClaim {
  userAgent: string;
  /** Whether the request carries an edit nonce that is neither used nor expired. */
  hasNonce: boolean;
}

/**
 * Whether an RSVP may be shown to this device: it has the user agent that submitted the RSVP, or a nonce from the
 * guest's own mail. The network is not compared, because phones change it. A user agent can be copied, so this gates
 * only what the holder of the link could read anyway; the risk score looks closer.
 */
export function isOwnDevice(rsvp: { userAgent: string }, claim: DeviceClaim): boolean {
  return claim.hasNonce || rsvp.userAgent === claim.userAgent;
}
