import { AppError } from "../../kernel/errors.ts";

/** What a host pays for. Wire spelling. */
export const TIERS = ["free", "pro", "business"] as const;

export type Tier = (typeof TIERS)[number];

/** Things that a tier counts. `null` means unlimited. */
export type CountedResource = "events" | "guests" | "collaborators";

/** Things that a tier has or has not. */
export type TierFeature = "branding" | "scanner" | "broadcasts";

interface TierLimits {
  counts: Record<CountedResource, number | null>;
  features: Record<TierFeature, boolean>;
}

/** Guests are counted per event; events and collaborators over all that the event's host owns. */
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

/** A limit as SQL can compare it: unlimited becomes a number that no table reaches. */
export function countLimit(tier: Tier, resource: CountedResource): number {
  return LIMITS[tier].counts[resource] ?? Number.MAX_SAFE_INTEGER;
}

/** 402: the tier holds no more of something. `used` is how many there are now. */
export function tierLimitReached(publicUrl: string, tier: Tier, resource: CountedResource, used: number): AppError {
  const limit = LIMITS[tier].counts[resource];
  return new AppError(
    "tier_limit",
    {
      reason: `${resource}_limit`,
      tier,
      used,
      limit,
      upgrade_url: upgradeUrl(publicUrl),
    },
    `The ${tier} tier holds ${limit} ${resource}.`,
  );
}

/** 402: the tier does not have a feature. @throws when it has not */
export function requireFeature(publicUrl: string, tier: Tier, feature: TierFeature): void {
  if (LIMITS[tier].features[feature]) return;
  throw new AppError(
    "feature_not_in_tier",
    {
      reason: feature,
      tier,
      used: 0,
      limit: 0,
      upgrade_url: upgradeUrl(publicUrl),
    },
    `The ${tier} tier does not include ${feature}.`,
  );
}

/** Where a host finds how to get more. */
function upgradeUrl(publicUrl: string): string {
  return `${publicUrl}/docs#/Billing`;
}
