import { isNotNull, sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json, moment } from "../columns.ts";
import { users } from "./accounts.ts";
import { events } from "./events.ts";
import { accessTokens } from "./guests.ts";

/** Secrets of emailed links, by purpose. src/platform/secrets/secrets.ts defines how long and for whom each works. */
export const secrets = sqliteTable(
  "secrets",
  {
    hash: text().primaryKey(),
    kind: text({
      enum: [
        "verify_email",
        "reset_password",
        "change_email",
        "undo_email_change",
        "edit_nonce",
        "reply_to",
        "collaborator_invite",
        "complaint_code",
      ],
    }).notNull(),
    subject: text().notNull(),
    payload: json<Record<string, string>>().notNull().default({}),
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    eventId: text().references(() => events.id, { onDelete: "cascade" }),
    tokenId: text().references(() => accessTokens.id, { onDelete: "cascade" }),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [
    index("secrets_user").on(table.userId).where(isNotNull(table.userId)),
    index("secrets_event").on(table.eventId).where(isNotNull(table.eventId)),
    index("secrets_token").on(table.tokenId).where(isNotNull(table.tokenId)),
    uniqueIndex("secrets_newest")
      .on(table.kind, table.subject)
      .where(sql`kind in ('change_email', 'reply_to', 'complaint_code')`),
    index("secrets_expires").on(table.expiresAt),
  ],
);
