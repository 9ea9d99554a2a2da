/** What a door device may do, one by one: `override` lets a guest in against their answer, or with more than expected. */
export const DOOR_RIGHTS = ["scan", "walk_in", "override"] as const;

export type DoorRight = (typeof DOOR_RIGHTS)[number];

/** The rights in a text such as `scan walk_in`; words that are no rights are left out. */
export function rightsIn(scope: string): DoorRight[] {
  const words = scope.split(" ");
  return DOOR_RIGHTS.filter((right) => words.includes(right));
}
