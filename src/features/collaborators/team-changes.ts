import { AppError } from "../../kernel/errors.ts";

/** How often a change is tried while others change the team under it. */
export const MAX_TRIES = 5;

/** 409: others kept changing who works on the event. */
export function teamKeepsChanging(): AppError {
  return new AppError("conflict", "team_changed", "Somebody else is changing the team just now. Look and try again.");
}

/** 400: without this owner the event would have none. */
export function lastOwner(): AppError {
  return new AppError("invalid", "last_owner", "An event keeps at least one owner. Make somebody else an owner first.");
}
