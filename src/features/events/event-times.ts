import { invalidField } from "../../kernel/errors.ts";

/** @throws AppError 400 for an event that ends before it begins, or at the same moment */
export function validateTimes(eventDate: number, endTime: number | null): void {
  if (endTime !== null && endTime <= eventDate) throw invalidField("end_time", "is after event_date");
}
