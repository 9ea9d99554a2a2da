import { eventCollaborators } from "../../db/schema/events.ts";
import type { ApiKey } from "./api-key.ts";

/**
 * The user that a session token, an API key or a door device's ticket names. A batch has yet to confirm that the session is
 * live; see authorization.ts.
 */
export interface Caller {
  userId: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Claim `sid`: the ID of the session, of the API key, or of a named door device, which no session ends. */
  sessionId: string;
  /** The API key of the request, if it had one. */
  apiKey?: ApiKey;
}

/** Returns the caller in the claims of a session token or ticket, or null. */
export function callerIn(claims: { sub?: string; iat?: number; [claim: string]: unknown }): Caller | null {
  const { sub, iat, sid } = claims;
  if (sub === undefined || iat === undefined || typeof sid !== "string") return null;
  return { userId: sub, issuedAt: Math.round(iat * 1000), sessionId: sid };
}

/** Roles on an event, from least to most. */
export const ROLES = eventCollaborators.role.enumValues;

export type Role = (typeof ROLES)[number];

/** Whether a role includes the permissions of another. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}
