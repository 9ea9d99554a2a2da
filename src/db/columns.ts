import { integer, text } from "drizzle-orm/sqlite-core";

/** A point in time: epoch milliseconds, UTC. */
export const moment = () => integer({ mode: "number" });

/** 0 or 1 in SQL, a boolean here. */
export const flag = () => integer({ mode: "boolean" });

/** How a guest is reached. */
export const channel = () => text({ enum: ["email", "sms"] }).notNull();

/** JSON in a TEXT column, parsed when it is read. */
export const json = <T>() => text({ mode: "json" }).$type<T>();
