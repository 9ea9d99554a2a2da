import type { MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { ErrorCode } from "../kernel/error-codes.ts";
import type { Scope } from "../kernel/scopes.ts";
import type { AppEnv } from "./app-env.ts";
import type { HeaderName } from "./response-headers.ts";

/** Who may call a route: the guards that enforce it, and what the OpenAPI document says about it. */
export interface Access {
  /** For tables and tests: `public`, `session`, `viewer`, `editor`, `owner`, … */
  name: string;
  /** What an API key needs. Null: none may come. Left out: no session may, either. */
  scope?: Scope | null;
  guards: MiddlewareHandler<AppEnv>[];
  security: Record<string, string[]>[];
  /** The headers that the guards read, for the document; absent for `Authorization` alone. */
  headers?: z.ZodObject;
  /** A header of the responses, by its component. */
  givesHeader?: HeaderName;
  /** The codes that the guards may return. */
  refusals: ErrorCode[];
}

/** Anyone. The path may still carry a secret. */
export const PUBLIC: Access = { name: "public", guards: [], security: [], refusals: [] };
