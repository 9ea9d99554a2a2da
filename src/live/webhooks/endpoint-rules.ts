import type { RequestContext } from "../../context.ts";
import { invalidField } from "../../kernel/errors.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { mayUse, notAllowed } from "../../platform/authorization/api-key.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { problemOf } from "./send-payload.ts";
import { EVERY_TYPE } from "./vocabulary.ts";

/** @throws AppError 400 for an address that no webhook may call */
export function requireDestination(ctx: Pick<RequestContext, "config">, url: string): void {
  const problem = problemOf(ctx, url);
  if (problem !== null) throw invalidField("url", problem);
}

/** An endpoint gets what its creator may read. @throws AppError 403 `insufficient_scope` */
export function requireReadable(caller: Caller, types: readonly string[]): void {
  const needed = types.flatMap((type): Scope[] => {
    if (type === EVERY_TYPE) return ["events:read", "guests:read"];
    return [type.startsWith("event.") ? "events:read" : "guests:read"];
  });
  const missing = needed.find((scope) => !mayUse(caller, scope));
  if (missing !== undefined) throw notAllowed(missing);
}
