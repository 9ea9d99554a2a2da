import type { MiddlewareHandler } from "hono";
import type { ErrorCode } from "../kernel/error-codes.ts";
import type { AppEnv } from "./app-env.ts";
import type { ProblemStatus } from "./problem.ts";

/** Who may call a route, as data: the guard that lets them in, and what the OpenAPI document says of it. */
export interface Access {
  /** For tables and tests: `public`, `session`, `viewer`, `editor`, `owner`, … */
  name: string;
  guards: MiddlewareHandler<AppEnv>[];
  security: Record<string, string[]>[];
  /** The refusals that the guard itself brings. */
  refusals: (ErrorCode | ProblemStatus)[];
}

/** Anyone. What the path carries may still be a secret. */
export const PUBLIC: Access = { name: "public", guards: [], security: [], refusals: [] };
