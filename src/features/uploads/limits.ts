import type { RouteLimit } from "../../http/rate-limit.ts";
import { perUserExactly } from "../accounts/user-limit.ts";

/** Designing a page takes some dozens an hour; each image costs transformations and storage. Exact, not approximate. */
export const UPLOAD_LIMITS: RouteLimit[] = [perUserExactly({ name: "uploads", limit: 60, windowSeconds: 3_600 })];
