import { and, eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { one } from "../../db/one.ts";
import { users } from "../../db/schema/accounts.ts";
import { suppressions } from "../../db/schema/messages.ts";
import { hostUnsubscribes } from "../../db/schema/sending.ts";
import { shownName } from "../../db/shown-name.ts";
import { maskEmail } from "../../kernel/email-address.ts";
import { AppError } from "../../kernel/errors.ts";
import { readSubscription, type Subscription, type UnsubscribeScope } from "../../platform/mail/unsubscribe-token.ts";
import { onEachShard, onShard, onShardOf } from "../../platform/shards/on-shard.ts";
import { findComplaint } from "./complaint-queries.ts";

/** For a link that was cut off, or that another secret signed. */
const INVALID_LINK = "This link is incomplete. Please use the one in the mail.";

/** The content of an unsubscribe page. */
export interface UnsubscribeState {
  /** Masked, in case the link was passed on. */
  address: string;
  /** The names of the link's hosts. Null if their accounts were deleted. */
  hostName: string | null;
  scope: UnsubscribeScope;
  /** A complaint stops the emails of all hosts. */
  isComplained: boolean;
}

/**
 * Unsubscribes the address in a token from the emails of the link's hosts or of all hosts, or undoes that. Idempotent.
 * @throws AppError 400 `invalid_token`
 */
export async function unsubscribe(
  ctx: RequestContext,
  token: string,
  scope: UnsubscribeScope,
): Promise<UnsubscribeState> {
  const subscription = await openSubscription(ctx, token);
  // Every shard has its own lists, which its events' statements read. When one shard fails the request fails, and can
  // be repeated.
  await Promise.all(onEachShard(ctx).map((shard) => writeOnShard(shard, subscription, scope)));
  return readState(ctx, subscription);
}

/** The state of a link. Changes nothing. @throws AppError 400 `invalid_token` */
export async function previewUnsubscribe(ctx: RequestContext, token: string): Promise<UnsubscribeState> {
  return readState(ctx, await openSubscription(ctx, token));
}

async function writeOnShard(
  { db, clock }: RequestContext,
  { emailKey, hostIds }: Subscription,
  scope: UnsubscribeScope,
): Promise<void> {
  const createdAt = clock.now();
  if (scope === "none") {
    const ofHosts = hostIds.map((hostId) => deleteHostUnsubscribe(db, emailKey, hostId));
    await runBatch(db, { all: deleteUnsubscribe(db, emailKey), ofHosts });
  } else if (scope === "all") {
    await insertSuppression(db, { emailKey, reason: "unsubscribed", createdAt });
  } else {
    const row = { emailKey, reason: "unsubscribed" as const, createdAt };
    await runBatch(db, { ofHosts: hostIds.map((hostId) => insertHostUnsubscribe(db, { ...row, hostId })) });
  }
}

/** Reads the state of a link, in one batch on shard 0, whose complaint is undone last, and on each shard of its hosts. */
export async function readState(ctx: RequestContext, { emailKey, hostIds }: Subscription): Promise<UnsubscribeState> {
  const shards = new Set([0, ...hostIds.map((hostId) => onShardOf(ctx, hostId).shard)]);
  const reads = [...shards].map((number) => {
    const { db } = onShard(ctx, number);
    const ofShard = hostIds.filter((hostId) => onShardOf(ctx, hostId).shard === number);
    const hosts = ofShard.map((hostId) => findSubscription(db, emailKey, hostId));
    return runBatch(db, { complaint: one(findComplaint(db, emailKey)), hosts });
  });
  const read = await Promise.all(reads);
  const isComplained = read.some(({ complaint }) => complaint?.isComplained === true);
  const found = read.flatMap(({ hosts }) => hosts.flat());
  const names = new Set(found.flatMap(({ hostName }) => hostName ?? []));
  const isFromHosts = found.length > 0 && found.every(({ fromHost }) => fromHost);
  const scope = found.some(({ fromAll }) => fromAll) ? "all" : isFromHosts ? "host" : "none";
  return {
    address: maskEmail(emailKey),
    hostName: names.size === 0 ? null : [...names].join(", "),
    scope,
    isComplained,
  };
}

/** Verifies the token of a link. @throws AppError 400 `invalid_token` */
export async function openSubscription(ctx: RequestContext, token: string): Promise<Subscription> {
  const subscription = await readSubscription(ctx, token);
  if (subscription === null) throw new AppError("invalid_token", {}, INVALID_LINK);
  return subscription;
}

/** Undoes an unsubscription from all hosts. An address that bounced or complained stays suppressed. */
function deleteUnsubscribe(db: Database, emailKey: string) {
  return db
    .delete(suppressions)
    .where(and(eq(suppressions.emailKey, emailKey), eq(suppressions.reason, "unsubscribed")));
}

/** Suppresses the emails of one host to an address, on a shard that knows the host: on another one the host has no event. */
export function insertHostUnsubscribe(db: Database, row: typeof hostUnsubscribes.$inferInsert) {
  const isKnown = sql`exists (select 1 from ${users} where ${users.id} = ${row.hostId})`;
  return insertWhere(db, hostUnsubscribes, row, isKnown).onConflictDoNothing();
}

function deleteHostUnsubscribe(db: Database, emailKey: string, hostId: string) {
  return db
    .delete(hostUnsubscribes)
    .where(
      and(
        eq(hostUnsubscribes.emailKey, emailKey),
        eq(hostUnsubscribes.hostId, hostId),
        eq(hostUnsubscribes.reason, "unsubscribed"),
      ),
    );
}

/** Reads the unsubscriptions of an address, and the name of a host who has an account. Always one row. */
function findSubscription(db: Database, emailKey: string, hostId: string) {
  return db
    .select({
      hostName: shownName(
        sql`(select ${users.name} from ${users} where ${users.id} = ${hostId} and ${users.deletedAt} is null)`,
      ),
      fromAll: sql<number>`exists (select 1 from ${suppressions}
        where ${suppressions.emailKey} = ${emailKey} and ${suppressions.reason} = 'unsubscribed')`.as("from_all"),
      fromHost: sql<number>`exists (select 1 from ${hostUnsubscribes}
        where ${hostUnsubscribes.emailKey} = ${emailKey} and ${hostUnsubscribes.hostId} = ${hostId}
          and ${hostUnsubscribes.reason} = 'unsubscribed')`.as("from_host"),
    })
    .from(sql`(select 1)`)
    .limit(1);
}

/**
 * Suppresses emails of all hosts to an address, by the purposes that honour the reason. Each reason is a row, with the time
 * of the last report: a code undoes no later complaint.
 */
export function insertSuppression(db: Database, row: typeof suppressions.$inferInsert) {
  return db
    .insert(suppressions)
    .values(row)
    .onConflictDoUpdate({
      target: [suppressions.emailKey, suppressions.reason],
      set: { createdAt: sql`excluded.created_at` },
    });
}
