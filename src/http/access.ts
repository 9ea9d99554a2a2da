import type { Context, MiddlewareHandler } from "hono";
import type { ErrorCode } from "../kernel/error-codes.ts";
import type { Scope } from "../kernel/scopes.ts";
import type { AppEnv } from "./app-env.ts";
import type { Reader } from "./guest-data.ts";
import type { HeaderName } from "./response-headers.ts";

/** An optional header of requests, as a parameter of the OpenAPI document. */
export interface HeaderParameter {
  name: string;
  in: "header";
  required: false;
  description: string;
  schema: { type: "string"; description: string } & HeaderLength;
}

interface HeaderLength {
  minLength?: number;
  maxLength?: number;
}

/** Describes an optional header. Nothing is validated: that would make an object of all of a request's headers. */
export function headerParameter(name: string, description: string, length: HeaderLength = {}): HeaderParameter {
  return { name, in: "header", required: false, description, schema: { type: "string", ...length, description } };
}

/** The access rule of a route: the guards that enforce it, and its description in the OpenAPI document. */
export interface Access<Caller = unknown> {
  /** For tables and tests: `public`, `session`, `viewer`, `editor`, `owner`, … */
  name: string;
  /** The scope that an API key needs. Null: API keys are rejected. Left out: sessions are rejected as well. */
  scope?: Scope | null;
  guards: MiddlewareHandler<AppEnv>[];
  /** The caller that the guards have authenticated. */
  callerOf(c: Context<AppEnv>): Caller;
  /** The data of guests that the caller may read. Null: all, as for a person. */
  readerOf?(c: Context<AppEnv>): Reader | null;
  security: Record<string, string[]>[];
  /**
   * The headers that the guards read and validate themselves, for the document. Absent if it is only `Authorization`.
   */
  headers?: HeaderParameter[];
  /** A header of the responses, by its component. */
  givesHeader?: HeaderName;
  /** The codes that the guards may return. */
  errors: ErrorCode[];
}

/** Every caller. The path may still carry a secret. */
export const PUBLIC: Access<undefined> = {
  name: "public",
  guards: [],
  security: [],
  errors: [],
  callerOf: () => undefined,
};
