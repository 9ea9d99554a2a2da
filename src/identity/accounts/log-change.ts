import type { RequestContext } from "../../context.ts";
import type { AccountChange } from "../../kernel/account-changes.ts";
import { networkAround } from "../../kernel/cidr.ts";
import { newId } from "../../kernel/ids.ts";
import type { RequestFacts } from "../../kernel/request-facts.ts";
import { insertLateEntry, insertLogEntry, type LogEntry } from "./account-log-queries.ts";
import { deviceOf, placeOf } from "./device.ts";

/** Bits of an address that name a network and not a person: about a town, or one provider's customer. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 };

/**
 * The statement that adds a change to an account's log. Belongs right after the statement that makes the change, in its
 * batch: without a changed row there is no entry.
 * @param credentialId the credential that was created or ended
 */
export function logChange(
  ctx: RequestContext,
  userId: string,
  what: AccountChange,
  credentialId: string | null = null,
) {
  return insertLogEntry(ctx.accountsDb, entryOf(ctx, userId, what, credentialId));
}

/** The same after the response, for a change that is committed on another shard than the accounts. */
export function logLate(ctx: RequestContext, userId: string, what: AccountChange, credentialId: string): void {
  const entry = entryOf(ctx, userId, what, credentialId);
  ctx.defer(() => insertLateEntry(ctx.accountsDb, entry));
}

/** The place of a request: a city, or the network where the platform knows no city. Never an address. */
export function placeOfRequest(ctx: Pick<RequestContext, "facts">): string | null {
  const facts = ctx.facts();
  if (facts === null) return null;
  return placeOf({ ...facts, ipAddress: networkAround(facts.ipAddress, NETWORK_BITS) ?? "" });
}

/** The country of a request. Null where the platform does not know it. */
export function countryOf(facts: RequestFacts | null): string | null {
  return facts?.edge.edge_country ?? null;
}

function entryOf(ctx: RequestContext, userId: string, what: AccountChange, credentialId: string | null): LogEntry {
  const at = ctx.clock.now();
  const device = deviceOf(ctx.facts()?.userAgent ?? "");
  return { id: newId(at), userId, what, credentialId, place: placeOfRequest(ctx), device, at };
}
