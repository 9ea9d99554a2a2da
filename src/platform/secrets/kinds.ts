import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import type { KeyPurpose } from "../../kernel/keyring.ts";
import type { SecretRow } from "./queries.ts";

export type SecretKind = SecretRow["kind"];

/** What a secret is about. The row goes with what its column refers to. */
type Owner = "userId" | "eventId" | "tokenId";

interface KindOfSecret {
  /** The key that signs the secret's ID. */
  key: KeyPurpose;
  lifetimeMs: number;
  /** Secrets of a user are on the first shard, all others on the shard in the secret's ID. */
  owner: Owner;
}

/** The links in emails that act for an account, but those that undo a change of its address. */
export const ACCOUNT_LINKS = ["verify_email", "reset_password", "change_email"] as const;

/** The kinds of secrets in emailed links. A reset lives shortest, because its link gives access to the account. */
export const SECRET_KINDS = {
  verify_email: { key: "one_time_token", lifetimeMs: DAY_MS, owner: "userId" },
  reset_password: { key: "one_time_token", lifetimeMs: HOUR_MS, owner: "userId" },
  change_email: { key: "one_time_token", lifetimeMs: DAY_MS, owner: "userId" },
  undo_email_change: { key: "one_time_token", lifetimeMs: 3 * DAY_MS, owner: "userId" },
  // Works any number of times until it expires.
  edit_nonce: { key: "edit_nonce", lifetimeMs: 30 * MINUTE_MS, owner: "tokenId" },
  reply_to: { key: "reply_to", lifetimeMs: DAY_MS, owner: "eventId" },
  collaborator_invite: { key: "collaborator_invite", lifetimeMs: 7 * DAY_MS, owner: "eventId" },
} as const satisfies Record<SecretKind, KindOfSecret>;
