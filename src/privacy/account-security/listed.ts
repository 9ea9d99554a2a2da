import type { ListedKind } from "../../kernel/account-changes.ts";
import { idFromBytes } from "../../kernel/ids.ts";
import { CREDENTIALS } from "../../platform/credentials/registry.ts";
import type { listOfAccount, listOfEvents } from "./queries.ts";

/** What can act for an account. Times in epoch milliseconds. */
export interface Listed {
  kind: ListedKind;
  id: string;
  /** What it can do, and what else ends it. */
  grants: string;
  revokedBy: readonly string[];
  /** The name that its owner gave it, or what distinguishes it from others of its kind. */
  name: string | null;
  eventId: string | null;
  createdAt: number;
  createdPlace: string | null;
  createdDevice: string | null;
  lastUsedAt: number | null;
  lastUsedPlace: string | null;
}

type RowsOf<T extends Record<string, PromiseLike<unknown>>> = { [K in keyof T]: Awaited<T[K]> };
export type AccountRows = RowsOf<ReturnType<typeof listOfAccount>>;
export type EventRows = RowsOf<ReturnType<typeof listOfEvents>>;

/** The id of a link: half of its hash as a UUID of version 8, which names the link and says nothing about its secret. */
export function idOfLink(hash: string): string {
  const bytes = Uint8Array.fromHex(hash.slice(0, 32));
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return idFromBytes(bytes);
}

const NOTHING = {
  ...{ name: null, eventId: null, createdPlace: null, createdDevice: null, lastUsedAt: null, lastUsedPlace: null },
};

type Lister = (account: AccountRows, events: EventRows) => (Pick<Listed, "id" | "createdAt"> & Partial<Listed>)[];

/** How each kind is found among the rows: a kind that is missing here does not compile. */
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

/** What can act for an account, kind by kind. @param origins where credentials were created, by their ids */
export function listedOf(
  account: AccountRows,
  events: EventRows,
  origins: ReadonlyMap<string | null, { place: string | null; device: string | null }>,
): Listed[] {
  return Object.entries(LISTERS).flatMap(([kind, rowsOf]) =>
    rowsOf(account, events).map((row) => {
      const origin = origins.get(row.id);
      const from = { createdPlace: origin?.place ?? null, createdDevice: origin?.device ?? null };
      const { grants, revokedBy } = CREDENTIALS[kind as ListedKind];
      return { ...NOTHING, ...from, ...row, kind: kind as ListedKind, grants, revokedBy };
    }),
  );
}
