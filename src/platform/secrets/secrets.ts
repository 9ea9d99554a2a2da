import type { RequestContext } from "../../context.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { KeyPurpose } from "../../kernel/keyring.ts";
import { tidyToken } from "../../kernel/link-token.ts";
import { signedForms, signId, verifySignedId } from "../../kernel/signed-id.ts";
import type { SecretRow } from "./queries.ts";

/** The kinds in links. A typed code is made by `six-digit-code.ts`. */
export type SecretKind = Exclude<SecretRow["kind"], "complaint_code">;

/** The column of the thing that a secret is about. The row is deleted with the thing. */
type Owner = "userId" | "eventId" | "tokenId";

interface KindOfSecret {
  /** The key that signs the secret's ID. */
  key: KeyPurpose;
  lifetimeMs: number;
  /** Secrets of a user are on the first shard, all others on the shard in the secret's ID. */
  owner: Owner;
}

/** The emailed links that act for an account, except those that undo a change of its address. */
export const ACCOUNT_LINKS = ["verify_email", "reset_password", "change_email"] as const;

/** The kinds of secrets in emailed links. A reset lives shortest, because its link gives access to the account. */
const SECRET_KINDS = {
  verify_email: { key: "one_time_token", lifetimeMs: DAY_MS, owner: "userId" },
  reset_password: { key: "one_time_token", lifetimeMs: HOUR_MS, owner: "userId" },
  change_email: { key: "one_time_token", lifetimeMs: DAY_MS, owner: "userId" },
  undo_email_change: { key: "one_time_token", lifetimeMs: 3 * DAY_MS, owner: "userId" },
  // Works any number of times until it expires.
  edit_nonce: { key: "edit_nonce", lifetimeMs: 30 * MINUTE_MS, owner: "tokenId" },
  reply_to: { key: "reply_to", lifetimeMs: DAY_MS, owner: "eventId" },
  collaborator_invite: { key: "collaborator_invite", lifetimeMs: 7 * DAY_MS, owner: "eventId" },
} as const satisfies Record<SecretKind, KindOfSecret>;

/**
 * A new secret: the ID goes into the queue message, the row with the hash is stored, the value is only in the email.
 */
export interface NewSecret {
  id: string;
  row: SecretRow;
}

/** The subject of a secret: the ID of its user, event or link, and the effect of the link on it. */
interface About {
  owner: string;
  /** The subject, if it is not the owner. */
  subject?: string;
  payload?: Record<string, string>;
}

/** Makes the secret of an emailed link. It is valid once `insertSecret` has written its row. */
export async function issueSecret(
  ctx: Pick<RequestContext, "keyring" | "clock" | "shard">,
  kind: SecretKind,
  { owner, subject = owner, payload = {} }: About,
): Promise<NewSecret> {
  const { key, lifetimeMs, owner: column } = SECRET_KINDS[kind];
  const now = ctx.clock.now();
  const id = newId(now, column === "userId" ? 0 : ctx.shard);
  const hash = await sha256Hex(await signId(await ctx.keyring.keysFor(key), id));
  const owners = { userId: null, eventId: null, tokenId: null, [column]: owner };
  return {
    id,
    row: { hash, kind, subject, payload, ...owners, createdAt: now, expiresAt: now + lifetimeMs, usedAt: null },
  };
}

/** Verifies a secret's signature and returns its stored hash; null if it was never issued, or is incomplete. No I/O. */
export async function secretHash(
  { keyring }: Pick<RequestContext, "keyring">,
  kind: SecretKind,
  value: string,
): Promise<string | null> {
  const token = tidyToken(value);
  const id = await verifySignedId(await keyring.keysFor(SECRET_KINDS[kind].key), token);
  return id === null ? null : sha256Hex(token);
}

/**
 * Returns the possible values of a secret by their stored hashes, one per key, because a secret keeps its value after
 * the platform secret is rotated.
 */
export async function secretsByHash(
  { keyring }: Pick<RequestContext, "keyring">,
  kind: SecretKind,
  id: string,
): Promise<Map<string, string>> {
  const forms = await signedForms(await keyring.keysFor(SECRET_KINDS[kind].key), id);
  return new Map(await Promise.all(forms.map(async (value) => [await sha256Hex(value), value] as const)));
}
