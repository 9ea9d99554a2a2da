import { AppError } from "../../kernel/errors.ts";

/** How often a change is tried while others change the team under it. */
export const MAX_ATTEMPTS = 5;

/** 409: others kept changing who works on the event. */
export function teamKeepsChanging(): AppError {
  return new AppError("team_changed");
}

/** 400: without this owner the event would have none. */
export function lastOwner(): AppError {
  return new AppError("last_owner");
}
