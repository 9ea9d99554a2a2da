import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { type LogEntry, listLog, listOrigins } from "../../identity/accounts/log-change.ts";
import type { ListedKind } from "../../kernel/account-changes.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { CREDENTIALS } from "../../platform/credentials/registry.ts";
import { selectUserShards, shardsOf } from "../../platform/shards/shards-of.ts";
import { idOfLink } from "./listed.ts";
import { listOfAccount, listOfEvents } from "./queries.ts";

/** Everything that can act for the caller's account, and a page of the account's log. */
export interface Security {
  credentials: Listed[];
  log: Page<LogEntry>;
}

/** Reads the security of the caller's account: two round trips. */
export async function readSecurity(ctx: RequestContext, caller: Caller, query: PageQuery): Promise<Security> {
  const { accountsDb: db, clock } = ctx;
  const { userId } = caller;
  const now = clock.now();
  const page = pagerById("account-log", query);
  const { log, origins, shards, ...account } = await authorizeUser(
    ctx,
    caller,
    {},
    {
      ...listOfAccount(db, userId, now),
      log: listLog(db, userId, page.after, page.limit),
      origins: listOrigins(db, userId),
      shards: selectUserShards(ctx, userId),
    },
  );
  const found = await Promise.all(
    shardsOf(ctx, userId, shards).map((shard) => runBatch(shard.db, listOfEvents(shard.db, userId, now))),
  );
  const ofEvents = {
    device: found.flatMap(({ device }) => device),
    invite: found.flatMap(({ invite }) => invite),
  };
  // The app and its recovery codes have one ID, the user's.
  const created = new Map(origins.map(({ what, credentialId, ...origin }) => [`${what} ${credentialId}`, origin]));
  return { credentials: listedOf(account, ofEvents, created), log: page.of(log, ({ id }) => id) };
}

/** A credential that can act for an account. Times in epoch milliseconds. */
interface Listed {
  kind: ListedKind;
  id: string;
  /** Actions that the credential allows. */
  grants: string;
  /** Other actions that revoke the credential. */
  revokedBy: readonly string[];
  /** The owner's name for the credential, or a value that distinguishes it from others of its kind. */
  name: string | null;
  eventId: string | null;
  createdAt: number;
  createdPlace: string | null;
  createdDevice: string | null;
  lastUsedAt: number | null;
  lastUsedPlace: string | null;
}

type RowsOf<T extends Record<string, PromiseLike<unknown>>> = { [K in keyof T]: Awaited<T[K]> };

type AccountRows = RowsOf<ReturnType<typeof listOfAccount>>;

type EventRows = RowsOf<ReturnType<typeof listOfEvents>>;

const NOTHING = {
  name: null,
  eventId: null,
  createdPlace: null,
  createdDevice: null,
  lastUsedAt: null,
  lastUsedPlace: null,
};

type Lister = (account: AccountRows, events: EventRows) => (Pick<Listed, "id" | "createdAt"> & Partial<Listed>)[];

/** Selects each kind's credentials from the rows. A missing kind does not compile. */
const LISTERS: Record<ListedKind, Lister> = {
  session: ({ session }) =>
    session.map(({ place, ...row }) => ({ ...row, createdPlace: place, createdDevice: row.name })),
  passkey: ({ passkey }) => passkey,
  authenticator_app: (rows) => rows.authenticator_app,
  recovery_code: (rows) => rows.recovery_code,
  api_key: (rows) => rows.api_key,
  webhook_endpoint: (rows) =>
    rows.webhook_endpoint.map(({ url, ...row }) => ({ ...row, name: URL.parse(url)?.host ?? null })),
  door_device: (_, { device }) => device.flatMap(({ sessionId, ...row }) => (sessionId === null ? [row] : [])),
  scanner_ticket: (_, { device }) => device.flatMap(({ sessionId, ...row }) => (sessionId === null ? [] : [row])),
  account_link: (rows) => rows.account_link.map(({ hash, ...row }) => ({ ...row, id: idOfLink(hash) })),
  invite: (_, { invite }) => invite,
};

/** Returns an account's credentials, kind by kind. @param origins where credentials were created, by log entry and ID */
function listedOf(
  account: AccountRows,
  events: EventRows,
  origins: ReadonlyMap<string, { place: string | null; device: string | null }>,
): Listed[] {
  return Object.entries(LISTERS).flatMap(([kind, rowsOf]) =>
    rowsOf(account, events).map((row) => {
      const origin = origins.get(`${kind}_created ${row.id}`);
      const from = { createdPlace: origin?.place ?? null, createdDevice: origin?.device ?? null };
      const { grants, revokedBy } = CREDENTIALS[kind as ListedKind];
      return { ...NOTHING, ...from, ...row, kind: kind as ListedKind, grants, revokedBy };
    }),
  );
}
