import { AppError, invalidField } from "../../kernel/errors.ts";
import { requireEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { requireFeature } from "../billing/limits.ts";
import { tierIn, tierOfEvent } from "../billing/tier-of.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { findUploads } from "../uploads/queries.ts";
import { fileAt } from "../uploads/upload-path.ts";
import { presentBranding } from "./present.ts";
import { type BrandingState, findBranding, mayReplace, putBranding } from "./queries.ts";
import { NO_BRANDING } from "./read-branding.ts";
import type { BrandingInput } from "./schemas.ts";

/** How often a change is tried while others change the same event's branding under it. */
const MAX_TRIES = 5;
const IMAGES = [
  ["logoUrl", "logo_url"],
  ["coverUrl", "cover_url"],
] as const;

/** 409: others kept changing the branding while it was to be changed. */
function brandingKeepsChanging(): AppError {
  return new AppError("branding_changed");
}

/**
 * Changes how an event looks: what is absent or null stays, an empty text clears.
 * @returns the branding as it is now
 * @throws AppError 403 `feature_disabled` before 402 `feature_not_in_tier`, 400 for an image that nobody uploaded,
 *   409 when others change it all the while
 */
export async function changeBranding(
  ctx: RequestContext,
  caller: EventCaller,
  input: BrandingInput,
): Promise<BrandingState> {
  const { db, accountsDb, config } = ctx;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const {
      member,
      granted,
      stored: [stored],
      uploaded,
    } = await authorizeMember(
      ctx,
      caller,
      { granted: tierOfEvent(ctx, caller.eventId), stored: findBranding(db, caller.eventId) },
      { uploaded: findUploads(accountsDb, filesOf(input)) },
    );
    await requireEnabled(ctx, "branding", member.hostId);
    requireFeature(config.PUBLIC_URL, tierIn(granted), "branding");
    requireUploaded(input, new Set(uploaded.map(({ file }) => file)));
    const before = stored ?? null;
    const after = merged(before ?? NO_BRANDING, input);
    if (same(before ?? NO_BRANDING, after)) return after;
    if (await write(ctx, member, before, after)) return after;
  }
  throw brandingKeepsChanging();
}

/** Writes the change with its record; false when the branding, or the caller's role, is no more what was read. */
async function write(
  ctx: RequestContext,
  member: Member,
  before: BrandingState | null,
  after: BrandingState,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId, userId: actorId } = member;
  const at = clock.now();
  const guard = mayReplace(hasRole(db, member), eventId, before);
  const record = {
    eventId,
    actorId,
    action: "branding.updated" as const,
    target: null,
    before: presentBranding(before ?? NO_BRANDING),
    after: presentBranding(after),
    at,
  };
  const [, written] = await db.batch([recordAudit(db, record, guard), putBranding(db, eventId, after, at, guard)]);
  return written.length > 0;
}

function merged(before: BrandingState, input: BrandingInput): BrandingState {
  const chosen = (name: keyof BrandingState) => {
    const value = input[name];
    return value === undefined || value === null ? before[name] : value === "" ? null : value;
  };
  return {
    primaryColor: chosen("primaryColor"),
    font: chosen("font"),
    logoUrl: chosen("logoUrl"),
    coverUrl: chosen("coverUrl"),
  };
}

function same(one: BrandingState, other: BrandingState): boolean {
  return JSON.stringify(presentBranding(one)) === JSON.stringify(presentBranding(other));
}

function filesOf(input: BrandingInput): string[] {
  return IMAGES.map(([name]) => fileAt(input[name] ?? "")).filter((file) => file !== null);
}

function requireUploaded(input: BrandingInput, files: ReadonlySet<string>): void {
  for (const [name, field] of IMAGES) {
    const file = fileAt(input[name] ?? "");
    if (file !== null && !files.has(file)) throw invalidField(field, "is the url of an uploaded image");
  }
}
