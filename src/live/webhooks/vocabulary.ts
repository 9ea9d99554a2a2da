import { LiveActivity } from "../../platform/activities/live-event.ts";

/** Every type except `activity.erased`. */
export const WEBHOOK_EVENTS = LiveActivity.options.filter(({ shape }) => shape.type.value !== "activity.erased");

/** Types that an endpoint may subscribe to: those of the live activities. */
export const WEBHOOK_TYPES = WEBHOOK_EVENTS.map(({ shape }) => shape.type.value);

/** Stands for every type, also for those that come later. */
export const EVERY_TYPE = "*";

export const TEST_TYPE = "webhook.test";
