import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { BusBody, BusMessageType } from "../../proto/bus/messages.ts";
import { mailLostLinks } from "../../src/invitations/lost-links/mail-lost-links.ts";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { newId } from "../../src/kernel/ids.ts";
import { MAILS } from "../../src/mails.ts";
import { BULK_KINDS } from "../../src/messaging/broadcasts/channel.ts";
import { deliverTest } from "../../src/messaging/texts/deliver-test.ts";
import type { MailDefinition } from "../../src/platform/mail/define-mail.ts";
import { MAIL_KINDS } from "../../src/platform/mail/draft.ts";
import type { Purpose } from "../../src/platform/mail/purposes.ts";
import { codeOf, macOf } from "../../src/platform/secrets/six-digit-code.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { sendMail } from "../../src/sending/send-mail.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, dueMessage } from "../support/broadcast.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { headerOf, mailsTo } from "../support/mailbox.ts";

/** A free host, and a guest whom no email has reached. */
interface Scene {
  host: Host;
  eventId: string;
  guestId: string;
  tokenId: string;
  link: string;
  /** The address to which the kind is sent. */
  email: string;
}

/** How one kind is sent again, from the state that `prepare` has made. */
interface Kind {
  purpose: Purpose;
  /** Other kinds of the same definition, which cannot have another purpose. */
  also?: readonly string[];
  /** Its request has counted it in the budget, so a budget that is spent afterwards does not stop it. */
  isReserved?: true;
  prepare?(scene: Scene): Promise<unknown>;
  send(scene: Scene): Promise<unknown>;
}

const ctx = () => createRequestContext(env, () => undefined);

function mail<T extends BusMessageType>(type: T, body: BusBody<T>): Promise<void> {
  const found = MAILS.find(({ message }) => message === type) as MailDefinition<T> | undefined;
  if (found === undefined) throw new Error(`no email for ${type}`);
  return sendMail(ctx(), found, newId(Date.now()), body);
}

/** The IDs of the requests of codes, by address. */
const CODE_REQUESTS = new Map<string, string>();

/** Stores a code against a complaint without the API, so that no email is sent. */
async function storeComplaintCode(email: string): Promise<void> {
  const id = newId(Date.now());
  const [key] = await ctx().keyring.keysFor("complaint_code");
  const hash = await macOf(key, { id }, await codeOf(key, { id }));
  CODE_REQUESTS.set(email, id);
  await env.DB.prepare(
    `insert into secrets (hash, kind, subject, payload, created_at, expires_at) values (?, 'complaint_code', ?, ?, ?, ?)`,
  )
    .bind(hash, email, JSON.stringify({ id, locale: "en" }), Date.now(), Date.now() + HOUR_MS)
    .run();
}

/** Stores an RSVP without the API, so that no email is sent. */
function answer({ eventId, guestId }: Scene, seat: string | null, answeredBy = "guest", until: number | null = null) {
  return env.DB.prepare(
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at,
       answered_by, heads, seat, offer_expires_at) values (?1, ?2, ?3, 'attending', 0, '', '{}', 1, 1, ?4, 1, ?5, ?6)`,
  )
    .bind(eventId, guestId, newId(Date.now()), answeredBy, seat, until)
    .run();
}

const UNTIL = Math.floor(Date.now() / 1_000) * 1_000 + 20 * HOUR_MS;

const confirmed = ({ eventId, guestId, link }: Scene) =>
  mail("rsvp.confirmed", {
    event_id: eventId,
    guest_id: guestId,
    rsvp_id: newId(Date.now()),
    response: "attending",
    plus_ones: 0,
    submitted_at: new Date().toISOString(),
    access_link: link,
  });

const broadcast = async ({ eventId }: Scene, slug?: string) => {
  const id = await dueMessage(eventId, slug === undefined ? {} : { slug, audience: "pending" });
  await deliverBatches(await dispatch(id));
};

/** Every kind with its purpose. A kind that is missing here fails. */
const EVERY_KIND: Record<string, Kind> = {
  invitation: {
    purpose: "host",
    isReserved: true,
    send: ({ eventId, guestId, tokenId, email, link }) =>
      mail("invitation.send", {
        event_id: eventId,
        guest_id: guestId,
        token_id: tokenId,
        guest_name: "Vic",
        guest_email: email,
        link,
        host_name: "",
        event_name: "",
        event_date: new Date().toISOString(),
        issued_at: new Date().toISOString(),
      }),
  },
  "invitation, asked for again": {
    purpose: "asked",
    send: ({ eventId, guestId, tokenId, email, link }) =>
      mail("invitation.send", {
        event_id: eventId,
        guest_id: guestId,
        token_id: tokenId,
        guest_name: "Vic",
        guest_email: email,
        link,
        host_name: "",
        event_name: "",
        event_date: new Date().toISOString(),
        issued_at: new Date().toISOString(),
        requested: true,
      }),
  },
  confirmation: { purpose: "reply", prepare: (scene) => answer(scene, "confirmed"), send: confirmed },
  "confirmation, recorded": {
    purpose: "host",
    prepare: (scene) => answer(scene, "confirmed", "host"),
    send: confirmed,
  },
  "confirmation, of a seat": {
    purpose: "host",
    prepare: (scene) => answer(scene, "confirmed"),
    send: ({ eventId, guestId }) => mail("seat.confirmed", { event_id: eventId, guest_id: guestId }),
  },
  seat_offer: {
    purpose: "host",
    prepare: (scene) => answer(scene, "offered", "guest", UNTIL),
    send: ({ eventId, guestId }) =>
      mail("seat_offer.send", {
        event_id: eventId,
        guest_id: guestId,
        expires_at: new Date(UNTIL).toISOString(),
      }),
  },
  offer_expired: {
    purpose: "host",
    prepare: (scene) => answer(scene, null),
    send: ({ eventId, guestId }) =>
      mail("seat_offer.expired", { event_id: eventId, guest_id: guestId, expired_at: new Date().toISOString() }),
  },
  reply_undone: {
    purpose: "host",
    send: ({ eventId, guestId }) =>
      mail("reply_undone.send", {
        event_id: eventId,
        guest_id: guestId,
        network_id: newId(Date.now()),
        earlier: false,
      }),
  },
  event_closed: {
    purpose: "closing",
    send: ({ eventId, guestId }) => mail("event_closed.send", { event_id: eventId, guest_id: guestId }),
  },
  lost_links: {
    purpose: "asked",
    prepare: ({ guestId }) =>
      env.DB.prepare("update guests set delivery_status = 'sent' where id = ?").bind(guestId).run(),
    send: ({ email }) =>
      mailLostLinks(ctx(), { id: newId(Date.now()), type: "lost_link.send", body: { email } } as Parameters<
        typeof mailLostLinks
      >[1]),
  },
  complaint_code: {
    purpose: "account",
    prepare: ({ email }) => storeComplaintCode(email),
    send: ({ email }) => mail("complaint_code.send", { request_id: CODE_REQUESTS.get(email) ?? "" }),
  },
  test: {
    purpose: "member",
    send: ({ eventId, host }) =>
      deliverTest(ctx(), {
        id: newId(Date.now()),
        type: "test_mail.send",
        body: { event_id: eventId, user_id: host.id, kind: "invitation" },
      } as Parameters<typeof deliverTest>[1]),
  },
  account_notice: {
    purpose: "account",
    send: ({ host }) =>
      mail("account.notice", {
        user_id: host.id,
        kind: "password_changed",
        happened_at: new Date().toISOString(),
      } as BusBody<"account.notice">),
  },
  already_registered: {
    purpose: "account",
    also: ["verify_email", "reset_password", "account_locked", "change_email"],
    send: ({ host }) => mail("account.mail", { user_id: host.id, kind: "already_registered" }),
  },
  broadcast: { purpose: "host", send: (scene) => broadcast(scene) },
};

/** Kinds whose email needs a secret of a request. Their requests and purposes are tested where they are named. */
const WITH_A_SECRET: Record<string, string> = {
  edit_link: "test/sending/email-abuse.test.ts",
  challenge: "test/sending/email-abuse.test.ts",
  collaborator_invite: "test/sending/email-abuse.test.ts",
  confirm_reply_to: "test/events/reply-to.test.ts",
  event_alert: "test/live/alerts",
  reminder: "test/messaging",
  notice: "test/events/change-notices",
};

/** Obstacles of an email, and the purposes that are sent in spite of them. */
const OBSTACLES: Record<string, { sent: readonly Purpose[]; put(scene: Scene): Promise<unknown> }> = {
  "a bounced address": { sent: ["account"], put: ({ email }) => suppress(email, "bounced") },
  "an address that complained": { sent: ["account", "member"], put: ({ email }) => suppress(email, "complained") },
  "an address that unsubscribed": {
    sent: ["account", "member", "asked", "reply"],
    put: ({ email }) => suppress(email, "unsubscribed"),
  },
  "an address that complained about the host": {
    sent: ["account", "member"],
    put: (scene) => suppressForHost(scene, "complained"),
  },
  "an address that unsubscribed from the host": {
    sent: ["account", "member", "asked", "reply"],
    put: (scene) => suppressForHost(scene, "unsubscribed"),
  },
  "a spent budget": {
    sent: ["account", "member", "asked", "reply", "closing"],
    put: ({ host }) =>
      env.DB.prepare(
        "insert into sending_hours (user_id, hour, recipients) values (?, ?, 200) on conflict do update set recipients = 200",
      )
        .bind(host.id, Math.floor(Date.now() / HOUR_MS))
        .run(),
  },
  "a paused host": {
    sent: ["account", "member", "asked", "reply", "closing"],
    put: ({ host }) =>
      env.DB.prepare("insert into sending_pauses (user_id, reason, paused_at) values (?, 'bounces', 1)")
        .bind(host.id)
        .run(),
  },
};

function suppress(email: string, reason: string) {
  return env.DB.prepare("insert into suppressions (email_key, reason, created_at) values (?, ?, 1)")
    .bind(email, reason)
    .run();
}

function suppressForHost({ email, host }: Scene, reason: string) {
  return env.DB.prepare("insert into host_unsubscribes (email_key, host_id, reason, created_at) values (?, ?, ?, 1)")
    .bind(email, host.id, reason)
    .run();
}

async function clear({ email, host }: Scene): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("delete from suppressions where email_key = ?").bind(email),
    env.DB.prepare("delete from host_unsubscribes where email_key = ?").bind(email),
    env.DB.prepare("delete from sending_pauses where user_id = ?").bind(host.id),
    env.DB.prepare("delete from sending_hours where user_id = ?").bind(host.id),
    env.DB.prepare(
      "update messages set status = 'cancelled' where status <> 'sent' and event_id in (select id from events where host_id = ?)",
    ).bind(host.id),
  ]);
}

async function sceneOf(purpose: Purpose): Promise<Scene> {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const isToHost = purpose === "account" || purpose === "member";
  const guest = await addGuest(host, event.id, { name: "Vic", email: `vic-${crypto.randomUUID()}@example.com` });
  const link = await issueLink(host, event.id, guest.id, { notify: false });
  const email = (isToHost ? host.email : (guest.email ?? "")).toLowerCase();
  return { host, eventId: event.id, guestId: guest.id, tokenId: link.id, link: link.link, email };
}

test("lists every kind of email", () => {
  const listed = Object.entries(EVERY_KIND).flatMap(([kind, { also = [] }]) => [kind.split(",")[0], ...also]);
  expect(new Set([...listed, ...Object.keys(WITH_A_SECRET)])).toEqual(new Set([...MAIL_KINDS, ...BULK_KINDS]));
});

/** @spec 2.80 "Unsubscribe entry | case-insensitive email; emails here are suppressed from sending" */
test.each(Object.entries(EVERY_KIND))(
  "sends or stops %s as its purpose says",
  async (_, { purpose, isReserved, prepare, send }) => {
    const scene = await sceneOf(purpose);
    await prepare?.(scene);
    const count = async () => (await mailsTo(scene.email)).length;
    const sent: string[] = [];
    const obstacles = Object.entries(OBSTACLES).filter(([name]) => !isReserved || name !== "a spent budget");
    for (const [name, obstacle] of obstacles) {
      await obstacle.put(scene);
      const before = await count();
      await send(scene);
      if ((await count()) > before) sent.push(name);
      await clear(scene);
    }
    const expected = obstacles.filter(([, { sent: purposes }]) => purposes.includes(purpose));
    expect(sent).toEqual(expected.map(([name]) => name));
    const before = await count();
    await send(scene);
    await eventually(async () => expect(await count()).toBe(before + 1));
    const last = (await mailsTo(scene.email)).at(-1);
    const hasLink = last !== undefined && headerOf(last, "List-Unsubscribe") !== null;
    expect(hasLink).toBe(purpose !== "account" && purpose !== "member");
  },
);
