import type { User } from "@usher/client";

export type Tier = User["tier"];

/** The limits of a plan, as the API has them (src/platform/tiers/limits.ts); null is unlimited. */
export interface Plan {
  events: number | null;
  /** Per event. */
  guests: number | null;
  collaborators: number | null;
  branding: boolean;
  scanner: boolean;
  broadcasts: boolean;
}

export const PLANS: Record<Tier, Plan> = {
  free: { events: 1, guests: 50, collaborators: 0, branding: false, scanner: false, broadcasts: false },
  pro: { events: 10, guests: 1_000, collaborators: 5, branding: true, scanner: true, broadcasts: true },
  business: { events: null, guests: 5_000, collaborators: null, branding: true, scanner: true, broadcasts: true },
};
