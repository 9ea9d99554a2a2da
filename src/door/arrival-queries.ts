import type { checkInArrivals } from "../db/schema/check-ins.ts";

export type ArrivalRow = typeof checkInArrivals.$inferSelect;
