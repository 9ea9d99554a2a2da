import { expireOffers } from "../../../src/events/seats/expire-offers.ts";
import { reportUrl } from "../../../src/invitations/report-link.ts";
import { HOUR_MS, MINUTE_MS, toIsoTime } from "../../../src/kernel/clock.ts";
import { emailKey } from "../../../src/kernel/email-address.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { BULK_KINDS } from "../../../src/messaging/broadcasts/channel.ts";
import { unsubscribeUrl } from "../../../src/platform/mail/unsubscribe-token.ts";
import { insertSecret } from "../../../src/platform/secrets/queries.ts";
import { issueSecret } from "../../../src/platform/secrets/secrets.ts";
import { logAccesses } from "../../support/access-logs.ts";
import { requestBy } from "../../support/account.ts";
import { postRequest } from "../../support/auth.ts";
import { dueMessage } from "../../support/broadcast.ts";
import { askForCode } from "../../support/challenges.ts";
import { answerRequest, browserHeaders } from "../../support/guest-requests.ts";
import { dispatchMessages, inContext, queue, send } from "./lab.ts";
import { run, type Scene, type Scenes, sceneOf, type Whom } from "./scene.ts";
import type { KindFacts, Obstacle, Purpose, Tier } from "./table.ts";

/**
 * How the API says whether the email is sent.
 * - `accepts`: a fixed status, whatever happens: it must not say whether an address is known, or does not depend on it.
 * - `notified`: makes the change, and has `notified` and `reason`.
 * - `sends`: 403 or 429 if the host may send nothing; else as `notified`.
 * - `asked`: 409 if nothing may be sent to the address, 429 over a limit, else 202.
 * - `schedules`: 403 while the host is paused. Its other obstacles are shown at the message.
 * - `notices`: as `notified`, if the host may send nothing. What stops the email to one guest is shown at its delivery.
 */
export type Says = "accepts" | "notified" | "sends" | "asked" | "schedules" | "notices";

/** One kind of email, and how a scene causes it. */
export interface Kind extends KindFacts {
  /** Its name in deliveries. */
  kind: string;
  purpose: Purpose;
  whom: Whom;
  /** The free plan has none: 402. */
  isPaid?: true;
  /** The state that it needs. */
  prepare?(scene: Scene): Promise<unknown>;
  request?(scene: Scene): Request | Promise<Request>;
  says?: Says;
  /** The status of the response without an obstacle. */
  status?: number;
  /** The steps of the service after the request, or without one. */
  cause?(scene: Scene): Promise<unknown>;
  /** The request, or the claim of a message, has counted it in the budget: a budget that is spent later does not stop it. */
  isReserved?: true;
  /** Its request reads nothing about the address. The consumer reads everything, and stores only an email that it sends. */
  isReadLate?: true;
  /** It can contain the host's custom text. */
  carriesOwnWords?: true;
}

const byHost = (method: string, path: (scene: Scene) => string, body: (scene: Scene) => object) => (scene: Scene) =>
  requestBy(scene.host, method, path(scene), body(scene));

const ofEvent =
  (path = "") =>
  ({ eventId }: Scene) =>
    `/events/${eventId}${path}`;

const ofGuest =
  (path: string) =>
  ({ eventId, guestId }: Scene) =>
    `/events/${eventId}/guests/${guestId}${path}`;

/** Stores an RSVP without the API, so that no email is sent. */
function answer(seat: string | null, offerEndsIn: number | null = null) {
  return ({ eventId, guestId }: Scene) =>
    run(
      `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at,
         answered_by, heads, seat, offer_expires_at) values (?1, ?2, ?3, 'attending', 0, '', '{}', 1, 1, 'guest', 1, ?4, ?5)`,
      eventId,
      guestId,
      newId(Date.now()),
      seat,
      offerEndsIn === null ? null : Date.now() + offerEndsIn,
    );
}

const setEvent = (columns: string) => (scene: Scene) => run(`update events set ${columns} where id = ?`, scene.eventId);

/** Adds 20 guests without an address: a message to fewer is not a broadcast. */
function addCrowd({ eventId }: Scene) {
  return run(
    `insert into guests (event_id, id, name, name_key, created_at, updated_at)
     with recursive crowd (number) as (select 1 union all select number + 1 from crowd where number < 20)
     select ?1, ?2 || printf('%02x', number), 'Guest', 'guest', 1, 1 from crowd`,
    eventId,
    newId(Date.now()).slice(0, -2),
  );
}

/** Stores the secret of an account email, and returns its ID. */
function accountSecret(scene: Scene): Promise<string> {
  return inContext(async (ctx) => {
    const { id, row } = await issueSecret(ctx, "reset_password", { owner: scene.host.id });
    await insertSecret(ctx.accountsDb, row);
    return id;
  });
}

const complained = ({ guestEmail }: Scene) =>
  run(
    "insert into suppressions (email_key, reason, created_at) values (?, 'complained', 1) on conflict do nothing",
    emailKey(guestEmail),
  );

/** An automatic reminder, or a message that has become due, is dispatched by the Scheduler. */
const due = (message: Parameters<typeof dueMessage>[1]) => async (scene: Scene) => {
  await dueMessage(scene.eventId, message);
  await dispatchMessages();
};

/** A change notice waits ten minutes. */
async function dispatchNotice({ eventId }: Scene): Promise<void> {
  await run(
    "update messages set send_at = ? where event_id = ? and notice is not null",
    Date.now() - MINUTE_MS,
    eventId,
  );
  await dispatchMessages();
}

const NETWORK_ID = "018f0000-0000-7000-8000-000000000001";

/** Stores a network with many replies, and the guest's from there. */
async function replyFromNetwork({ eventId, guestId, tokenId }: Scene): Promise<void> {
  const address = "203.0.113.7";
  const at = Date.now() - MINUTE_MS;
  await run(
    `insert into reply_networks (event_id, id, network, first_at, last_at, replies, status)
     values (?, ?, ?, ?4, ?4, 10, 'open')`,
    eventId,
    NETWORK_ID,
    `${address}/32`,
    at,
  );
  await run(
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at,
       answered_by, heads, seat) values (?1, ?2, ?3, 'attending', 0, '', '{}', ?4, ?4, 'guest', 1, 'confirmed')`,
    eventId,
    guestId,
    newId(at),
    at,
  );
  await run(
    `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint, ip_address, score, risk, scored_at)
     values (?1, ?2, ?3, ?4, 'rsvp', ?5, '{}', ?6, 50, 'medium', ?5)`,
    eventId,
    newId(at),
    guestId,
    tokenId,
    at,
    address,
  );
}

const TEXT = { channel: "email", subject: "News", body: "Bring your skates. {{rsvp_link}}" };

/** Every kind of email with its purpose, by name. A kind that can have two purposes is here twice. */
export const KINDS: Readonly<Record<string, Kind>> = {
  "verification of an address": {
    kind: "verify_email",
    purpose: "account",
    whom: "host",
    prepare: ({ host }) => run("update users set email_verified = 0 where id = ?", host.id),
    request: ({ host }) => postRequest("/auth/verify-email/resend", { email: host.email }),
    says: "accepts",
    status: 202,
  },
  "password reset": {
    kind: "reset_password",
    purpose: "account",
    whom: "host",
    request: ({ host }) => postRequest("/auth/forgot-password", { email: host.email }),
    says: "accepts",
    status: 202,
  },
  "locked account": {
    kind: "account_locked",
    purpose: "account",
    whom: "host",
    cause: async (scene) =>
      queue("account.mail", {
        user_id: scene.host.id,
        kind: "account_locked",
        token_id: await accountSecret(scene),
      }),
  },
  "sign-up with a known address": {
    kind: "already_registered",
    purpose: "account",
    whom: "host",
    request: ({ host }) =>
      postRequest("/auth/signup", { email: host.email, password: "a long enough phrase", name: "Grace Host" }),
    says: "accepts",
    status: 202,
  },
  "change of an address": {
    kind: "change_email",
    purpose: "account",
    whom: "somebody",
    request: byHost(
      "POST",
      () => "/me/email",
      ({ email, host }) => ({ email, password: host.password }),
    ),
    says: "accepts",
    status: 202,
  },
  "security notice": {
    kind: "account_notice",
    purpose: "account",
    whom: "host",
    request: byHost(
      "POST",
      () => "/me/password",
      ({ host }) => ({ current: host.password, password: "another long phrase" }),
    ),
    says: "accepts",
    status: 204,
  },
  "confirmation of a reply-to address": {
    kind: "confirm_reply_to",
    purpose: "account",
    whom: "somebody",
    request: byHost("PATCH", ofEvent(), ({ email }) => ({ reply_to: email })),
    says: "accepts",
    status: 200,
  },
  "code against a spam report": {
    kind: "complaint_code",
    purpose: "account",
    whom: "guest",
    prepare: complained,
    request: async ({ host, guestEmail }) => {
      const url = await inContext((ctx) => unsubscribeUrl(ctx, { address: guestEmail, hostIds: [host.id] }));
      return postRequest(`/unsubscribe/code${new URL(url).search}`, {});
    },
    says: "accepts",
    status: 202,
  },
  alert: {
    kind: "event_alert",
    purpose: "member",
    whom: "host",
    cause: ({ eventId, guestId }) =>
      queue("alert.risk", {
        event_id: eventId,
        guest_id: guestId,
        risk: "block",
        happened_at: toIsoTime(Date.now()),
      }),
  },
  "test email": {
    kind: "test",
    purpose: "member",
    whom: "host",
    request: byHost("POST", ofEvent("/texts/test"), () => ({ kind: "invitation" })),
    says: "accepts",
    status: 202,
    carriesOwnWords: true,
  },
  "edit link": {
    kind: "edit_link",
    purpose: "asked",
    askedBy: "link",
    whom: "guest",
    request: ({ token }) =>
      new Request(`https://usher.test/access/${token}/request-edit-link`, {
        method: "POST",
        headers: browserHeaders(),
      }),
    says: "asked",
    status: 202,
  },
  code: {
    kind: "challenge",
    purpose: "asked",
    askedBy: "link",
    whom: "guest",
    request: ({ token }) => askForCode(token),
    says: "asked",
    status: 202,
  },
  "invitation that the guest asked for again": {
    kind: "invitation",
    purpose: "asked",
    whom: "guest",
    request: async ({ eventId, guestId, tokenId, host, guestEmail, token }) => {
      const guests = [{ id: guestId, tokenId, email: guestEmail, token }];
      const [accessLogId = ""] = await logAccesses({ eventId, hostId: host.id, guests }, [{ score: 50 }]);
      const url = await inContext((ctx) => reportUrl(ctx, { tokenId, accessLogId }));
      return new Request(url, { method: "POST", headers: browserHeaders() });
    },
    says: "accepts",
    status: 200,
    carriesOwnWords: true,
  },
  "lost links": {
    kind: "lost_links",
    purpose: "asked",
    askedBy: "anybody",
    whom: "guest",
    prepare: ({ guestId }) => run("update guests set delivery_status = 'sent' where id = ?", guestId),
    request: ({ guestEmail }) => postRequest("/lost-link", { email: guestEmail }),
    says: "accepts",
    status: 202,
    isReadLate: true,
  },
  "confirmation of a guest's own RSVP": {
    kind: "confirmation",
    purpose: "reply",
    whom: "guest",
    request: ({ token }) => answerRequest(token),
    says: "accepts",
    status: 201,
    carriesOwnWords: true,
  },
  invitation: {
    kind: "invitation",
    purpose: "host",
    whom: "guest",
    request: byHost("POST", ofEvent("/tokens"), ({ guestId }) => ({ guest_id: guestId })),
    says: "sends",
    status: 200,
    isReserved: true,
    carriesOwnWords: true,
  },
  "confirmation of an RSVP that the host recorded": {
    kind: "confirmation",
    purpose: "host",
    whom: "guest",
    request: byHost("PUT", ofGuest("/rsvp"), () => ({ response: "attending", plus_ones: 0, notify: true })),
    says: "notified",
    status: 200,
    isReserved: true,
    carriesOwnWords: true,
  },
  "confirmation of a seat that became free": {
    kind: "confirmation",
    purpose: "host",
    whom: "guest",
    prepare: answer("waitlisted"),
    cause: ({ eventId }) => queue("seats.offer", { event_id: eventId }),
    carriesOwnWords: true,
  },
  "seat offer": {
    kind: "seat_offer",
    purpose: "host",
    whom: "guest",
    prepare: async (scene) => {
      await setEvent("capacity = 1, waitlist = 1")(scene);
      await answer("waitlisted")(scene);
    },
    request: byHost("POST", ofGuest("/offer"), () => ({ force: true })),
    says: "notified",
    status: 200,
    isReserved: true,
  },
  "expired seat offer": {
    kind: "offer_expired",
    purpose: "host",
    whom: "guest",
    prepare: async (scene) => {
      await setEvent("capacity = 1, waitlist = 1")(scene);
      await answer("offered", -HOUR_MS)(scene);
    },
    cause: () => inContext(expireOffers),
  },
  "undone reply": {
    kind: "reply_undone",
    purpose: "host",
    whom: "guest",
    prepare: replyFromNetwork,
    request: byHost("POST", ofEvent(`/reply-networks/${NETWORK_ID}/undo`), ({ guestId }) => ({ guest_ids: [guestId] })),
    says: "notices",
    status: 202,
  },
  "invite to work on an event": {
    kind: "collaborator_invite",
    purpose: "host",
    whom: "somebody",
    isPaid: true,
    request: byHost("POST", ofEvent("/collaborators"), ({ email }) => ({ email, role: "viewer" })),
    says: "sends",
    status: 201,
    isReserved: true,
  },
  broadcast: {
    kind: "broadcast",
    purpose: "host",
    whom: "guest",
    isBulk: true,
    prepare: addCrowd,
    isPaid: true,
    request: byHost("POST", ofEvent("/messages"), () => ({ ...TEXT, audience: "everyone", mode: "send_now" })),
    says: "schedules",
    status: 201,
    cause: dispatchMessages,
    isReserved: true,
    carriesOwnWords: true,
  },
  "message to one guest": {
    kind: "broadcast",
    purpose: "host",
    whom: "guest",
    isPaid: true,
    request: byHost("POST", ofGuest("/messages"), () => TEXT),
    says: "schedules",
    status: 201,
    cause: dispatchMessages,
    isReserved: true,
    carriesOwnWords: true,
  },
  reminder: {
    kind: "reminder",
    purpose: "host",
    whom: "guest",
    isBulk: true,
    cause: due({ slug: "reminder_7d", audience: "pending" }),
    isReserved: true,
    carriesOwnWords: true,
  },
  "change notice": {
    kind: "notice",
    purpose: "host",
    whom: "guest",
    isBulk: true,
    request: byHost("PATCH", ofEvent(), () => ({ venue: "The lake", notify: true })),
    says: "notices",
    status: 200,
    cause: dispatchNotice,
    isReserved: true,
    carriesOwnWords: true,
  },
  "notice of a cancellation": {
    kind: "notice",
    purpose: "host",
    whom: "guest",
    isBulk: true,
    request: byHost("POST", ofEvent("/cancel"), () => ({ notify: true, message: "Bring your skates another day." })),
    says: "notices",
    status: 200,
    cause: dispatchNotice,
    isReserved: true,
    carriesOwnWords: true,
  },
  "closed event": {
    kind: "event_closed",
    purpose: "closing",
    whom: "guest",
    cause: ({ eventId, guestId }) => queue("event_closed.send", { event_id: eventId, guest_id: guestId }),
  },
};

/** Causes an email of a kind. @returns the response of its request */
export async function cause({ request, cause: further }: Kind, scene: Scene): Promise<Response | null> {
  const response = request === undefined ? null : await send(await request(scene));
  await further?.(scene);
  return response;
}

/** A message to guests, with a delivery for each. */
export function isMessage(kind: string): boolean {
  return BULK_KINDS.some((bulk) => bulk === kind);
}

/** Makes a scene per obstacle in which a kind can be caused. */
export async function scenesOf(kind: Kind, tier: Tier, obstacles: readonly Obstacle[]): Promise<Scenes> {
  const made = obstacles.map(async (obstacle) => {
    const scene = await sceneOf(kind.whom, tier);
    await kind.prepare?.(scene);
    return [obstacle, scene] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as Scenes;
}
