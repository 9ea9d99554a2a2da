import { and, eq, isNull, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { type Placeholders, prepared } from "../db/prepared-statement.ts";
import { users } from "../db/schema/accounts.ts";
import { checkIns } from "../db/schema/check-ins.ts";
import { eventAllowlist, eventBranding, events } from "../db/schema/events.ts";
import { guestDevices } from "../db/schema/guest-devices.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { eventQuestions } from "../db/schema/questions.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { secrets } from "../db/schema/secrets.ts";
import { INVITATION_EVENT } from "../db/selected-columns.ts";
import { waitlistPosition } from "../events/seats/seats.ts";
import { isOpen, type PresentedSecret } from "../platform/secrets/queries.ts";
import { canBeAsked } from "../sending/suppression-queries.ts";
import { stepUpFrom } from "./devices/queries.ts";

export type InvitationRow = Awaited<ReturnType<typeof findInvitation>>[number];

/** The networks that an event trusts, read with the event. */
const TRUSTED_NETWORKS = sql<string[]>`(
  select json_group_array(${eventAllowlist.ipCidr}) from ${eventAllowlist} where ${eventAllowlist.eventId} = ${events.id}
)`.mapWith((list: string) => JSON.parse(list) as string[]);

/**
 * Reads all content of a guest's link in one statement. Returns no row for a revoked link or a deleted event.
 * @param isShown true to also read the host's name, which API responses do not show
 * @param device the hash of the request's device
 */
export function findInvitation(db: Database, tokenId: string, isShown: boolean, device: string) {
  return INVITATION(db, { tokenId, device, isShown: Number(isShown) });
}

interface InvitationKey {
  tokenId: string;
  isShown: number;
  device: string;
}

/** Columns of an event for its guests' links. */
const EVENT = {
  ...INVITATION_EVENT,
  doorOpensAt: events.doorOpensAt,
  companionNames: events.companionNames,
  defaultPartySize: events.defaultPartySize,
  capacity: events.capacity,
  waitlist: events.waitlist,
  fraudMediumThreshold: events.fraudMediumThreshold,
  fraudHighThreshold: events.fraudHighThreshold,
  fraudBlockThreshold: events.fraudBlockThreshold,
  codeNetworks: events.codeNetworks,
  stepUpFrom: stepUpFrom().as("step_up"),
};

const DEVICE_OF_GUEST = and(
  eq(guestDevices.eventId, accessTokens.eventId),
  eq(guestDevices.guestId, accessTokens.guestId),
);

const INVITATION = prepared((db, { tokenId, isShown, device }: Placeholders<InvitationKey>) =>
  db
    .select({
      token: { id: aliased(accessTokens.id, "token.id"), sentAt: accessTokens.sentAt },
      guest: {
        id: aliased(guests.id, "guest.id"),
        name: aliased(guests.name, "guest.name"),
        greeting: guests.greeting,
        email: guests.email,
        isMailable: canBeAsked().mapWith(Boolean).as("is_mailable"),
        phone: guests.phone,
        locale: aliased(guests.locale, "guest.locale"),
        partySize: guests.partySize,
        companions: aliased(guests.companions, "guest.companions"),
        openedAt: guests.openedAt,
        updatedAt: aliased(guests.updatedAt, "guest.updatedAt"),
      },
      event: EVENT,
      hostName:
        sql<string>`iif(${isShown}, (select ${users.name} from ${users} where ${users.id} = ${events.hostId}), '')`.as(
          "host_name",
        ),
      // Aliased, because Drizzle takes a joined row for missing when the first of its plain columns is null.
      branding: {
        primaryColor: aliased(eventBranding.primaryColor, "branding.primaryColor"),
        font: aliased(eventBranding.font, "branding.font"),
        logoUrl: aliased(eventBranding.logoUrl, "branding.logoUrl"),
        coverUrl: aliased(eventBranding.coverUrl, "branding.coverUrl"),
        theme: aliased(eventBranding.theme, "branding.theme"),
      },
      questions: { items: eventQuestions.items, version: eventQuestions.version },
      rsvp: rsvps,
      waitlistPosition: waitlistPosition().as("waitlist_position"),
      checkedInAt: checkIns.checkedInAt,
      deviceProvedAt: guestDevices.provedAt,
      deviceEndedAt: guestDevices.endedAt,
      trustedNetworks: TRUSTED_NETWORKS.as("trusted_networks"),
    })
    .from(accessTokens)
    .innerJoin(guests, and(eq(guests.eventId, accessTokens.eventId), eq(guests.id, accessTokens.guestId)))
    .innerJoin(events, and(eq(events.id, accessTokens.eventId), isNull(events.deletedAt)))
    .leftJoin(eventBranding, eq(eventBranding.eventId, events.id))
    .leftJoin(eventQuestions, eq(eventQuestions.eventId, events.id))
    .leftJoin(rsvps, and(eq(rsvps.eventId, accessTokens.eventId), eq(rsvps.guestId, accessTokens.guestId)))
    .leftJoin(checkIns, and(eq(checkIns.eventId, accessTokens.eventId), eq(checkIns.guestId, accessTokens.guestId)))
    .leftJoin(guestDevices, and(DEVICE_OF_GUEST, eq(guestDevices.device, device)))
    .where(and(eq(accessTokens.id, tokenId), isNull(accessTokens.revokedAt)))
    .limit(1),
);

/** An edit nonce of this link that has not expired. */
export function findEditNonce(db: Database, tokenId: string, nonce: Pick<PresentedSecret, "hash" | "now">) {
  return db
    .select({ createdAt: secrets.createdAt })
    .from(secrets)
    .where(and(isOpen({ ...nonce, kind: "edit_nonce" }), eq(secrets.tokenId, tokenId)))
    .limit(1);
}
