import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import worker from "../../src/worker.ts";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addGuest, type IssuedLink, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { invitationIn, mailTo } from "../support/mailbox.ts";
import { UNARMED_SCHEDULER } from "../support/race.ts";

type WireToken = IssuedLink;

const LINK = /^https:\/\/usher\.test\/i\/[A-Za-z0-9_-]{43}$/;
/** The pause between two invitations to one address. */
const MAIL_PAUSE_MS = 3_600_000;

/** A host with an event and a guest. */
async function invited(guest: Record<string, unknown> = {}, event: Record<string, unknown> = {}) {
  const host = await signedInHost();
  const made = await makeEvent(host, event);
  return { host, event: made, guest: await addGuest(host, made.id, guest) };
}

function freshGuestEmail(): string {
  return `guest-${crypto.randomUUID()}@example.com`;
}

async function readGuest(host: Host, guest: WireGuest): Promise<WireGuest> {
  return (await host.api("GET", `/events/${guest.event_id}/guests/${guest.id}`)).json<WireGuest>();
}

async function statusOfLink(link: string): Promise<number> {
  const token = link.slice(link.lastIndexOf("/") + 1);
  return (await call("GET", `/access/${token}`, undefined, browserHeaders())).status;
}

async function validTokens(guest: WireGuest): Promise<{ id: string }[]> {
  const found = await env.DB.prepare(
    "select id from access_tokens where event_id = ? and guest_id = ? and revoked_at is null",
  )
    .bind(guest.event_id, guest.id)
    .all<{ id: string }>();
  return found.results;
}

/** A Worker whose notifier queue captures its messages; `refuse` makes it fail like a queue that is down. */
function capturingNotifierQueue(host: Host, refuse = false) {
  const messages: BusMessage[] = [];
  const queue = {
    async sendBatch(batch: Iterable<MessageSendRequest<BusMessage>>) {
      if (refuse) throw new Error("the queue is down");
      for (const { body } of batch) messages.push(body);
    },
  };
  const bindings = { ...env, ...UNARMED_SCHEDULER, NOTIFIER_QUEUE: queue as unknown as Queue };
  return {
    messages,
    /** A request whose deferred work is done when it answers. */
    async post(path: string, body: unknown): Promise<Response> {
      const context = createExecutionContext();
      const headers = { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const request = new Request(`https://usher.test${path}`, init);
      const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, bindings, context);
      await waitOnExecutionContext(context);
      return response;
    },
  };
}

describe("POST /events/{eventId}/tokens", () => {
  /**
   * @spec 4.32 "POST | /tokens | editor+ | issues a token for a guest; publishes InvitationSend when the guest has an
   *   email"
   */
  it("issues a link that opens the invitation, and records the time of the invitation", async () => {
    const { host, event, guest } = await invited({ name: "Zoë" });
    const response = await host.api("POST", `/events/${event.id}/tokens`, {
      guest_id: guest.id,
      utm_source: " WhatsApp ",
    });
    expect(response.status).toBe(201);
    const token = await response.json<WireToken>();
    expect(token).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      guest_id: guest.id,
      token: token.link.slice(token.link.lastIndexOf("/") + 1),
      link: expect.stringMatching(LINK),
      utm_source: "whatsapp",
      created_at: expect.stringMatching(/Z$/),
      notified: false,
      reason: "no_address",
      notify_after: null,
    });
    expect(await statusOfLink(token.link)).toBe(200);
    expect((await readGuest(host, guest)).invited_at).toBe(token.created_at);
  });

  it("returns the same link to a repeated request, with its first channel", async () => {
    const { host, event, guest } = await invited();
    const issue = (body: Record<string, unknown>) =>
      host.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id, ...body });
    const first = await issue({ utm_source: "email" });
    const again = await issue({ utm_source: "sms" });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(await again.json()).toEqual(await first.json());
    expect((await readGuest(host, guest)).invited_at).not.toBeNull();
  });

  it("issues one link for eight parallel requests", async () => {
    const { host, event, guest } = await invited();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id });
        return { status: response.status, link: (await response.json<WireToken>()).link };
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ link }) => link)).size).toBe(1);
    expect(await validTokens(guest)).toHaveLength(1);
  });

  it("issues a different link for each guest", async () => {
    const { host, event, guest } = await invited();
    const other = await addGuest(host, event.id);
    const links = [await issueLink(host, event.id, guest.id), await issueLink(host, event.id, other.id)];
    expect(links[0]?.token).not.toBe(links[1]?.token);
  });

  /**
   * @spec 2.27 "Access token | value | string | HMAC-signed, format-validated, appears only in the invitation link"
   */
  it("stores no data that contains the link", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const captured = capturingNotifierQueue(host);
    const response = await captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id });
    const { link } = await response.json<WireToken>();
    const secret = link.slice(link.lastIndexOf("/") + 1);
    for (const table of ["access_tokens", "guests", "outbox", "deliveries"]) {
      const rows = await env.DB.prepare(`select * from ${table}`).all();
      expect(JSON.stringify(rows.results).includes(secret), table).toBe(false);
    }
  });

  it("keeps the link when the guest's email address changes", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const { link } = await issueLink(host, event.id, guest.id, { notify: false });
    await host.api("PATCH", `/events/${event.id}/guests/${guest.id}`, { email: freshGuestEmail() });
    expect(await statusOfLink(link)).toBe(200);
    expect((await issueLink(host, event.id, guest.id, { notify: false })).link).toBe(link);
  });

  it("invalidates the link when its guest or its event is deleted", async () => {
    const { host, event, guest } = await invited();
    const other = await addGuest(host, event.id);
    const [gone, left] = [await issueLink(host, event.id, guest.id), await issueLink(host, event.id, other.id)];
    await host.api("DELETE", `/events/${event.id}/guests/${guest.id}`);
    expect(await statusOfLink(gone.link)).toBe(404);
    expect(await statusOfLink(left.link)).toBe(200);
    await host.api("DELETE", `/events/${event.id}`);
    expect(await statusOfLink(left.link)).toBe(404);
  });

  it.each([
    ["no guest", {}, "guest_id"],
    ["a guest id that is none", { guest_id: "ada" }, "guest_id"],
    ["a channel with a space in it", { guest_id: crypto.randomUUID(), utm_source: "news letter" }, "utm_source"],
    ["an empty channel", { guest_id: crypto.randomUUID(), utm_source: "" }, "utm_source"],
    ["a channel of 65 letters", { guest_id: crypto.randomUUID(), utm_source: "a".repeat(65) }, "utm_source"],
    ["a wish that is neither yes nor no", { guest_id: crypto.randomUUID(), notify: "yes" }, "notify"],
    ["a field that does not exist", { guest_id: crypto.randomUUID(), utm: "x" }, "utm"],
  ])("returns 400 for %s, and names the field", async (_, body, path) => {
    const { host, event } = await invited();
    const response = await host.api("POST", `/events/${event.id}/tokens`, body);
    expect(response.status).toBe(400);
    const { errors } = await response.json<{ errors: { path: string }[] }>();
    expect(new Set(errors.map((entry) => entry.path))).toEqual(new Set([path]));
  });
});

describe("POST /events/{eventId}/tokens/rotate", () => {
  /**
   * @spec 3.26 "valid | POST /tokens/rotate | old value invalid, new value issued"
   * @spec 4.33 "POST | /tokens/rotate | editor+ | invalidates the old link, issues a new one"
   */
  it("revokes the old link immediately, and keeps the channel and the time of the invitation", async () => {
    const { host, event, guest } = await invited();
    const old = await issueLink(host, event.id, guest.id, { utm_source: "sms" });
    const { invited_at } = await readGuest(host, guest);
    const response = await host.api("POST", `/events/${event.id}/tokens/rotate`, { guest_id: guest.id });
    expect(response.status).toBe(201);
    const fresh = await response.json<WireToken>();
    expect(fresh).toMatchObject({ guest_id: guest.id, link: expect.stringMatching(LINK), utm_source: "sms" });
    expect(fresh.link.endsWith(`/i/${fresh.token}`)).toBe(true);
    expect(fresh.link).not.toBe(old.link);
    expect([await statusOfLink(old.link), await statusOfLink(fresh.link)]).toEqual([404, 200]);
    expect((await issueLink(host, event.id, guest.id)).link).toBe(fresh.link);
    expect((await readGuest(host, guest)).invited_at).toBe(invited_at);
  });

  it("leaves exactly one valid link when six hosts rotate together", async () => {
    const { host, event, guest } = await invited();
    const old = await issueLink(host, event.id, guest.id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => host.api("POST", `/events/${event.id}/tokens/rotate`, { guest_id: guest.id })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const links = await Promise.all(answers.map(async (answer) => (await answer.json<WireToken>()).link));
    const statuses = await Promise.all([old.link, ...links].map(statusOfLink));
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, 404, 404]);
    expect(await validTokens(guest)).toHaveLength(1);
  });

  it("leaves exactly one valid link when issues and rotations are parallel", async () => {
    const { host, event, guest } = await invited();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        host.api("POST", `/events/${event.id}/tokens${index % 2 === 0 ? "" : "/rotate"}`, { guest_id: guest.id }),
      ),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const links = new Set(await Promise.all(answers.map(async (answer) => (await answer.json<WireToken>()).link)));
    const statuses = await Promise.all([...links].map(statusOfLink));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await validTokens(guest)).toHaveLength(1);
  });

  it("issues the first link for a guest without a link", async () => {
    const { host, event, guest } = await invited();
    const response = await host.api("POST", `/events/${event.id}/tokens/rotate`, { guest_id: guest.id });
    expect(response.status).toBe(201);
    const token = await response.json<WireToken>();
    expect(await statusOfLink(token.link)).toBe(200);
    expect((await readGuest(host, guest)).invited_at).toBe(token.created_at);
  });
});

describe("invitation email", () => {
  it("contains the link that the host received", async () => {
    const email = freshGuestEmail();
    const { host, event, guest } = await invited({ name: "Zoë 🎉 <script>", email });
    const { link } = await issueLink(host, event.id, guest.id);
    const mail = await mailTo(email);
    expect(invitationIn(mail)).toBe(link);
  });

  /**
   * @spec 4.32 "POST | /tokens | editor+ | issues a token for a guest; publishes InvitationSend when the guest has an
   *   email"
   * @spec 6.22 "Subject name: invitation.send."
   * @spec 6.23 "Fields: event_id, guest_id, token_id (uuid); guest_name, guest_email, host_name, event_name (string);
   *   venue (string, optional); event_date, issued_at (timestamp); link (string)."
   * @spec 6.24 "Published on token issue when the guest has an email"
   */
  it("enqueues exactly the documented fields of the queue message", async () => {
    const email = freshGuestEmail();
    const { host, event, guest } = await invited({ name: "Zoë", email }, { venue: "Town hall" });
    const captured = capturingNotifierQueue(host);
    const response = await captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id });
    const token = await response.json<WireToken>();
    expect(captured.messages).toEqual([
      {
        type: "invitation.send",
        id: expect.any(String),
        body: {
          event_id: event.id,
          guest_id: guest.id,
          token_id: token.id,
          guest_name: "Zoë",
          guest_email: email,
          host_name: host.name,
          event_name: event.name,
          venue: "Town hall",
          event_date: event.event_date,
          issued_at: token.created_at,
          link: token.link,
        },
      },
    ]);
  });

  /**
   * @spec 2.21 "Guest | email | string, optional | guests without email get no automatic invitation message"
   * @spec 6.24 "Published on token issue when the guest has an email"
   */
  it("stays unsent if it is not requested or the guest has no address", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const without = await addGuest(host, event.id);
    const captured = capturingNotifierQueue(host);
    await captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id, notify: false });
    await captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id, notify: false });
    await captured.post(`/events/${event.id}/tokens/rotate`, { guest_id: guest.id, notify: false });
    await captured.post(`/events/${event.id}/tokens`, { guest_id: without.id });
    await captured.post(`/events/${event.id}/tokens/rotate`, { guest_id: without.id });
    expect(captured.messages).toEqual([]);
  });

  it("goes out once for a double click, and again for a request an hour later", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const captured = capturingNotifierQueue(host);
    const issue = () => captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id });
    await Promise.all([issue(), issue(), issue(), issue()]);
    await issue();
    expect(captured.messages).toHaveLength(1);
    await passTime(guest, MAIL_PAUSE_MS);
    await Promise.all([issue(), issue(), issue()]);
    expect(captured.messages).toHaveLength(2);
    const [first, second] = captured.messages;
    expect(second?.body).toEqual(first?.body);
    expect(second?.id).not.toBe(first?.id);
  });

  it("goes out when it was not requested at first", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const captured = capturingNotifierQueue(host);
    await captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id, notify: false });
    await captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id });
    expect(captured.messages).toHaveLength(1);
  });

  it("goes immediately to a corrected address", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const captured = capturingNotifierQueue(host);
    const issue = () => captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id });
    await issue();
    const email = freshGuestEmail();
    await host.api("PATCH", `/events/${event.id}/guests/${guest.id}`, { email });
    await issue();
    await issue();
    expect(captured.messages.map(({ body }) => (body as { guest_email: string }).guest_email)).toEqual([
      guest.email,
      email,
    ]);
  });

  it("stays unsent for a rotation within the hour, which returns the time of the next email", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const captured = capturingNotifierQueue(host);
    const issued = await captured.post(`/events/${event.id}/tokens`, { guest_id: guest.id });
    expect(await issued.json()).toMatchObject({ notified: true, reason: null, notify_after: null });
    const rotated = await captured.post(`/events/${event.id}/tokens/rotate`, { guest_id: guest.id });
    const { notified, reason, notify_after } = await rotated.json<WireToken & Record<string, string>>();
    expect([rotated.status, notified, reason]).toEqual([201, false, "too_soon"]);
    expect(Date.parse(notify_after ?? "")).toBeGreaterThan(Date.now() + MAIL_PAUSE_MS - 60_000);
    expect(captured.messages).toHaveLength(1);
    await passTime(guest, MAIL_PAUSE_MS);
    await captured.post(`/events/${event.id}/tokens/rotate`, { guest_id: guest.id });
    expect(captured.messages).toHaveLength(2);
  });

  it("enters the outbox once, although requests race while the queue is down", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const down = capturingNotifierQueue(host, true);
    const issue = () => down.post(`/events/${event.id}/tokens`, { guest_id: guest.id });
    await Promise.all([issue(), issue(), issue(), issue()]);
    expect(await unpublishedFor(guest)).toBe(1);
    await passTime(guest, MAIL_PAUSE_MS);
    await Promise.all([issue(), issue(), issue(), issue()]);
    expect(await unpublishedFor(guest)).toBe(2);
  });

  it("stays in the outbox while the queue is down, and is deleted once it is published", async () => {
    const { host, event, guest } = await invited({ email: freshGuestEmail() });
    const response = await capturingNotifierQueue(host, true).post(`/events/${event.id}/tokens`, {
      guest_id: guest.id,
    });
    expect(response.status).toBe(201);
    expect(await unpublishedFor(guest)).toBe(1);
    const other = await addGuest(host, event.id, { email: freshGuestEmail() });
    await capturingNotifierQueue(host).post(`/events/${event.id}/tokens`, { guest_id: other.id });
    expect(await unpublishedFor(other)).toBe(0);
  });

  /** The number of messages about a guest in the outbox. */
  async function unpublishedFor(guest: WireGuest): Promise<number | undefined> {
    const query = "select count(*) as n from outbox where body ->> 'guest_id' = ?";
    return (await env.DB.prepare(query).bind(guest.id).first<{ n: number }>())?.n;
  }

  /** Moves the time of the last email to a guest into the past. */
  async function passTime(guest: WireGuest, ms: number): Promise<void> {
    await env.DB.prepare("update guests set mailed_at = mailed_at - ?1 where event_id = ?2 and id = ?3")
      .bind(ms, guest.event_id, guest.id)
      .run();
  }
});

describe("roles for POST /events/{eventId}/tokens", () => {
  /**
   * @spec 4.32 "POST | /tokens | editor+ | issues a token for a guest; publishes InvitationSend when the guest has an
   *   email"
   * @spec 4.33 "POST | /tokens/rotate | editor+ | invalidates the old link, issues a new one"
   */
  it("accepts editors, and returns 403 to a viewer and 404 to a non-member", async () => {
    const { host, event, guest } = await invited();
    const [editor, viewer, stranger] = [await signedInHost(), await signedInHost(), await signedInHost()];
    for (const [member, role] of [[editor, "editor"] as const, [viewer, "viewer"] as const]) {
      await env.DB.prepare("insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, ?, 0)")
        .bind(event.id, member.id, role)
        .run();
    }
    for (const path of [`/events/${event.id}/tokens`, `/events/${event.id}/tokens/rotate`]) {
      const statuses = [viewer, stranger, editor, host].map(
        async (caller) => (await caller.api("POST", path, { guest_id: guest.id })).status,
      );
      const [toViewer, toStranger, ...toOthers] = await Promise.all(statuses);
      expect([toViewer, toStranger]).toEqual([403, 404]);
      expect(toOthers.every((status) => status === 200 || status === 201)).toBe(true);
      expect((await call("POST", path, { guest_id: guest.id })).status).toBe(401);
    }
  });

  it("returns 404 for a guest of another event, also if both events are the caller's", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [one, other] = [await makeEvent(host), await makeEvent(host)];
    const guest = await addGuest(host, one.id);
    for (const path of [`/events/${other.id}/tokens`, `/events/${other.id}/tokens/rotate`]) {
      expect((await host.api("POST", path, { guest_id: guest.id })).status).toBe(404);
    }
    expect(await validTokens(guest)).toEqual([]);
    expect((await readGuest(host, guest)).invited_at).toBeNull();
  });

  it("returns its rate limit of 300 per minute and user in the headers", async () => {
    const { host, event, guest } = await invited();
    const response = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id });
    expect(response.headers.get("ratelimit-policy")).toBe('"tokens";q=300;w=60');
  });
});
