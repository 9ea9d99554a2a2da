import type { MessageDelivery } from "@usher/client";

/** Deliveries by what a host wants to know of them. */
export const GROUPS = ["arrived", "pending", "missing"] as const;
export type Group = (typeof GROUPS)[number];

/** A mail that was taken by the recipient's server counts as arrived, as nothing else is known of most. */
export function groupOf({ status }: Pick<MessageDelivery, "status">): Group {
  if (status === "sent" || status === "delivered") return "arrived";
  return status === "pending" ? "pending" : "missing";
}

export function groupsOf<D extends Pick<MessageDelivery, "status">>(deliveries: readonly D[]): Record<Group, D[]> {
  const groups: Record<Group, D[]> = { arrived: [], pending: [], missing: [] };
  for (const delivery of deliveries) groups[groupOf(delivery)].push(delivery);
  return groups;
}
