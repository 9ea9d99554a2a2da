import type { RouteLimit } from "../../http/rate-limit.ts";
import { perUserExactly } from "../accounts/user-limit.ts";

/** An hour of arranging pages takes some dozens; each image costs CPU and is kept. Exact: the number is a promise. */
export const UPLOAD_LIMITS: RouteLimit[] = [perUserExactly({ name: "uploads", limit: 60, windowSeconds: 3_600 })];
