/** What a guest list can be sorted by. */
const SORT_KEYS = ["name", "created_at", "responded_at", "opened_at"] as const;

/** Values of `sort`: ascending, or descending with a hyphen. */
export const SORTS = SORT_KEYS.flatMap((key) => [key, `-${key}`] as const);

/** Newest first. */
export const DEFAULT_SORT = "-created_at";

export interface ListOrder {
  by: (typeof SORT_KEYS)[number];
  isDescending: boolean;
}

/** The order that a value of `sort` names. */
export function orderOf(sort: (typeof SORTS)[number]): ListOrder {
  const by = SORT_KEYS.find((key) => sort === key || sort === `-${key}`) ?? "created_at";
  return { by, isDescending: sort.startsWith("-") };
}
