import type { MiddlewareHandler } from "hono";
import type { ErrorCode } from "../kernel/error-codes.ts";
import type { Scope } from "../kernel/scopes.ts";
import type { AppEnv } from "./app-env.ts";

/** Who may call a route: the guards that enforce it, and what the OpenAPI document says about it. */
export interface Access {
  /** For tables and tests: `public`, `session`, `viewer`, `editor`, `owner`, … */
  name: string;
  /** What an API key needs. Null: none may come. Left out: no session may, either. */
  scope?: Scope | null;
  guards: MiddlewareHandler<AppEnv>[];
  security: Record<string, string[]>[];
  /** The codes that the guards may return. */
  refusals: ErrorCode[];
}

/** Anyone. The path may still carry a secret. */
export const PUBLIC: Access = { name: "public", guards: [], security: [], refusals: [] };
