import type { TIERS } from "../../db/schema/billing.ts";
import { AppError } from "../../kernel/errors.ts";

export type Tier = (typeof TIERS)[number];

/** Resources that a tier limits by number. */
export type CountedResource = "events" | "guests" | "collaborators";

/** Features that a tier includes or not. */
export type TierFeature = "branding" | "scanner" | "broadcasts";

interface TierLimits {
  /** `null` means unlimited. */
  counts: Record<CountedResource, number | null>;
  features: Record<TierFeature, boolean>;
}

/** Guests are counted per event, events and collaborators over all events of a host. */
export const LIMITS: Record<Tier, TierLimits> = {
  free: {
    counts: { events: 1, guests: 50, collaborators: 0 },
    features: { branding: false, scanner: false, broadcasts: false },
  },
  pro: {
    counts: { events: 10, guests: 1_000, collaborators: 5 },
    features: { branding: true, scanner: true, broadcasts: true },
  },
  business: {
    counts: { events: null, guests: 5_000, collaborators: null },
    features: { branding: true, scanner: true, broadcasts: true },
  },
};

const SINGULAR: Record<CountedResource, string> = { events: "event", guests: "guest", collaborators: "co-host" };
const FEATURE_IS: Record<TierFeature, string> = {
  branding: "Your own look is",
  scanner: "Check-in is",
  broadcasts: "Writing to your guests is",
};

/** A limit that SQL can compare with: unlimited becomes the largest safe integer. */
export function countLimit(tier: Tier, resource: CountedResource): number {
  return LIMITS[tier].counts[resource] ?? Number.MAX_SAFE_INTEGER;
}

/** 402: the limit of the tier is reached. `used` is the current number. */
export function tierLimitReached(publicUrl: string, tier: Tier, resource: CountedResource, used: number): AppError {
  const limit = LIMITS[tier].counts[resource];
  return new AppError(
    "tier_limit",
    { reason: `${resource}_limit`, tier, used, limit, upgrade_url: planUrl(publicUrl) },
    `Your plan includes ${limit || "no"} ${SINGULAR[resource]}${limit === 1 ? "" : "s"}${resource === "guests" ? " for each event" : ""}.`,
  );
}

/** @throws AppError 402 `feature_not_in_tier` */
export function requireFeature(publicUrl: string, tier: Tier, feature: TierFeature): void {
  if (LIMITS[tier].features[feature]) return;
  throw new AppError(
    "feature_not_in_tier",
    { reason: feature, tier, used: 0, limit: 0, upgrade_url: planUrl(publicUrl) },
    `${FEATURE_IS[feature]} part of Pro.`,
  );
}

/** The console's page of plans. Checkout and portal lead back to it. */
export function planUrl(publicUrl: string): string {
  return `${publicUrl}/app/account/plan`;
}
