/** What a door device may do, one by one: `override` lets a guest in against their answer, or with more than expected. */
export const DOOR_RIGHTS = ["scan", "walk_in", "override"] as const;

export type DoorRight = (typeof DOOR_RIGHTS)[number];
