import * as z from "zod";
import { page } from "../../http/endpoint.ts";
import { flag, uuid, wireMoment } from "../../http/fields.ts";
import { ACCOUNT_CHANGES, LISTED_KINDS } from "../../kernel/account-changes.ts";
import { toIsoTime, toWireOrNull } from "../../kernel/clock.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import type { Security } from "./read-security.ts";

const kind = z.enum(LISTED_KINDS).openapi("CredentialKind");

export const CredentialPath = z.object({ kind, credentialId: uuid.toLowerCase() });

const place = z
  .string()
  .nullable()
  .meta(
    forDocs({ description: "City and country as Cloudflare reports them, otherwise the network; null: not known" }),
  );

const Credential = z
  .object({
    kind,
    id: uuid,
    name: z
      .string()
      .nullable()
      .meta(
        forDocs({
          description:
            "Your name for it. For a session: browser and system; webhook endpoint: host; link in an email: its effect; invite: address. Null: none",
        }),
      ),
    grants: z.string().meta(forDocs({ description: "Description of what it can do" })),
    event_id: uuid.nullable().meta(forDocs({ description: "Event that it is for; null: not for one event" })),
    current: flag(forDocs("Whether this request uses it")),
    created_at: wireMoment,
    created_place: place.meta(
      forDocs({ description: "Place of its creation, for a session or within 90 days; null: not known" }),
    ),
    created_device: z
      .string()
      .nullable()
      .meta(
        forDocs({
          description: "Browser and system of its creation, for a session or within 90 days; null: not known",
        }),
      ),
    last_used_at: wireMoment.nullable(),
    last_used_place: place,
    revoked_by: z
      .array(z.string())
      .meta(forDocs({ description: "Other actions that revoke it, such as `reset_by_mail` or `sign_out_everywhere`" })),
  })
  .openapi("Credential");

const LogEntry = z
  .object({
    at: wireMoment,
    what: z
      .enum(ACCOUNT_CHANGES as [string, ...string[]])
      .meta(forDocs({ description: "Kind of the entry. New kinds can be added" })),
    place,
    device: z
      .string()
      .nullable()
      .meta(forDocs({ description: "Browser and system, such as `Firefox on Windows`; null: not known" })),
  })
  .openapi("AccountLogEntry");

export const AccountSecurity = z
  .object({ credentials: z.array(Credential), log: page(LogEntry) })
  .openapi("AccountSecurity");

/** @param currentId the session of the request */
export function presentSecurity({ credentials, log }: Security, currentId: string): z.output<typeof AccountSecurity> {
  return {
    credentials: credentials.map((found) => ({
      kind: found.kind,
      id: found.id,
      name: found.name,
      grants: found.grants,
      event_id: found.eventId,
      current: found.id === currentId,
      created_at: toIsoTime(found.createdAt),
      created_place: found.createdPlace,
      created_device: found.createdDevice,
      last_used_at: toWireOrNull(found.lastUsedAt),
      last_used_place: found.lastUsedPlace,
      revoked_by: [...found.revokedBy],
    })),
    log: {
      items: log.rows.map(({ at, what, place, device }) => ({ at: toIsoTime(at), what, place, device })),
      next_cursor: log.nextCursor,
    },
  };
}
