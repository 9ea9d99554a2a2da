import { AppError } from "../../kernel/errors.ts";

/** 409 with the heads that are left. */
export function eventFull({ capacity, held }: { capacity: number; held: number }): AppError {
  return new AppError("event_full", { left: Math.max(0, capacity - held) });
}
