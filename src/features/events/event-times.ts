import { invalidField } from "../../kernel/errors.ts";

/** @throws AppError 400 `validation_failed` unless the event ends after it begins */
export function validateTimes(eventDate: number, endTime: number | null): void {
  if (endTime !== null && endTime <= eventDate) throw invalidField("end_time", "must be after event_date");
}
