import { AppError, type FieldProblem } from "../kernel/errors.ts";

/** Problems in one error response. */
const MAX_PROBLEMS = 50;

/** 404, the same for guests of another event and for unknown ids. */
export function unknownGuests(guestIds: readonly string[], known: ReadonlyMap<string, unknown>): AppError {
  const errors: FieldProblem[] = guestIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `guest_ids.${index}`, message: "isn't a guest of this event" }],
  );
  return new AppError(
    "not_found",
    { errors: errors.slice(0, MAX_PROBLEMS) },
    "Some of the guests are not on this event; see `errors`.",
  );
}
