import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { call, freshAddress, grantTier, type Host, signedInHost } from "../../support/account.ts";
import { visible } from "../../support/auth.ts";
import { firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { headerOf, linkIn, linksIn, mailsTo, mailTo } from "../../support/mailbox.ts";
import { suppress } from "../../support/message.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";

function freshGuestEmail(): string {
  return `guest-${crypto.randomUUID()}@example.com`;
}

function ask(email: string, address = freshAddress()): Promise<Response> {
  return call("POST", "/lost-link", { email }, { "CF-Connecting-IP": address });
}

/** Makes an event with a guest and the guest's link, and waits for the invitation by email. */
async function invited(host: Host, email: string, event: Record<string, unknown> = {}) {
  const { id } = await makeEvent(host, event);
  const guest = await addGuest(host, id, { name: "Grace", email });
  const { link } = await issueLink(host, id, guest.id, { notify: true });
  await eventually(async () => {
    const { delivery } = await (await host.api("GET", `/events/${id}/guests/${guest.id}`)).json<{
      delivery: { status: string };
    }>();
    expect(delivery.status).toBe("sent");
  });
  return { id, guest, link };
}

/** The link of an invitation that was mailed. */
async function invite(host: Host, email: string, event: Record<string, unknown> = {}): Promise<string> {
  return (await invited(host, email, event)).link;
}

const SUBJECT = /^Your invitation link/;

/** The emails to an address after its invitations. */
async function lostLinkMails(email: string) {
  return (await mailsTo(email)).filter(({ subject }) => SUBJECT.test(subject));
}

/** The links to invitations in the email that this request sends. */
async function mailedLinks(email: string): Promise<string[]> {
  expect((await ask(email)).status).toBe(202);
  const mail = await mailTo(email, { subject: SUBJECT });
  return linksIn(mail).flatMap(({ href, pathname }) => (pathname.startsWith("/i/") ? [href] : []));
}

describe("POST /lost-link", () => {
  test("sends one email with the open invitations of all hosts, the next event first", async () => {
    const email = freshGuestEmail();
    const [one, other] = [await signedInHost({ name: "Helena" }), await signedInHost({ name: "Tomás", shard: 1 })];
    const later = await invite(one, email, { name: "Gala", event_date: "2032-01-01T18:00:00Z" });
    const sooner = await invite(other, email, { name: "Garden party", event_date: "2031-01-01T18:00:00Z" });
    expect(await mailedLinks(email.toUpperCase().replace("@EXAMPLE.COM", "@example.com"))).toEqual([sooner, later]);
    const [mail, ...more] = await lostLinkMails(email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("Hosted by: Tomás");
    expect(mail?.from).not.toContain("via Usher");
    const opened = await call("GET", new URL(sooner).pathname, undefined, { "CF-Connecting-IP": freshAddress() });
    expect(opened.status).toBe(200);
  });

  test("gets the link of an event without an end time for 12 hours after it began", async () => {
    const host = await signedInHost({ tier: "pro" });
    const email = freshGuestEmail();
    const running = await invited(host, email);
    const over = await invited(host, email);
    const begin = env.DB.prepare("update events set event_date = ?, end_time = null where id = ?");
    await begin.bind(Date.now() - 2 * HOUR_MS, running.id).run();
    await begin.bind(Date.now() - 13 * HOUR_MS, over.id).run();
    expect(await mailedLinks(email)).toEqual([running.link]);
  });

  test("omits links that are over, cancelled, deleted, revoked, or of a host who disabled it", async () => {
    const host = await signedInHost({ tier: "pro" });
    const unverified = await signedInHost();
    const email = freshGuestEmail();
    const open = await invite(host, email, { name: "Open" });
    await invite(host, email, { name: "Off", lost_links: false });
    const change = async (by: Host, set: string) => {
      const { id } = await invited(by, email);
      await env.DB.prepare(set).bind(id).run();
    };
    await change(host, "update events set event_date = 1, end_time = 2 where id = ?");
    await change(host, "update events set cancelled_at = 1 where id = ?");
    await change(host, "update events set deleted_at = 1 where id = ?");
    await change(host, "update access_tokens set revoked_at = 1 where event_id = ?");
    await change(
      unverified,
      "update users set email_verified = 0 where id = (select host_id from events where id = ?)",
    );
    expect(await mailedLinks(email)).toEqual([open]);
  });

  test("sends nothing to an address that was not emailed, complained, or exceeds the public counter", async () => {
    const host = await signedInHost({ tier: "business" });
    const { id: eventId } = await makeEvent(host);
    const withoutMail = async (email: string) => {
      const guest = await addGuest(host, eventId, { name: "Grace", email });
      await issueLink(host, eventId, guest.id, { notify: false });
      return guest;
    };
    const [never, replaced, suppressed] = [freshGuestEmail(), freshGuestEmail(), freshGuestEmail()];
    const [complained, spent, control] = [freshGuestEmail(), freshGuestEmail(), freshGuestEmail()];
    await withoutMail(never);
    // A guest who was mailed, and whose address was then replaced by a stranger's.
    const mailed = await invited(host, freshGuestEmail());
    const change = await host.api("PATCH", `/events/${mailed.id}/guests/${mailed.guest.id}`, { email: replaced });
    expect(change.status).toBe(200);
    await invite(host, suppressed);
    await suppress(suppressed, "complained");
    await invite(host, complained);
    await env.DB.prepare(
      "insert into host_unsubscribes (email_key, host_id, reason, created_at) values (?, ?, 'complained', 1)",
    )
      .bind(complained, host.id)
      .run();
    const spender = await signedInHost();
    await invite(spender, spent);
    await env.DB.prepare("update sending_hours set asked_publicly = 20 where user_id = ?").bind(spender.id).run();
    const link = await invite(host, control);

    const refused = [never, replaced, suppressed, complained, spent];
    const answers = [];
    for (const email of [...refused, control]) answers.push(await ask(email));
    expect(
      new Set(await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`))).size,
    ).toBe(1);
    expect((await mailTo(control, { subject: SUBJECT })).text).toContain(link);
    // Run the consumer here and wait for it, so that every email would have been sent.
    await consume(
      "usher-notifier",
      refused.map((email) => busMessage("lost_link.send", { email })),
    );
    for (const email of refused) expect(await lostLinkMails(email), email).toEqual([]);
  });

  test("counts once in the host's counter of public requests, and not in the budget", async () => {
    const host = await signedInHost();
    const email = freshGuestEmail();
    await invite(host, email);
    const counters = () =>
      env.DB.prepare(
        "select sum(recipients) as recipients, sum(asked) as asked, sum(asked_publicly) as n from sending_hours where user_id = ?",
      )
        .bind(host.id)
        .first();
    expect(await counters()).toEqual({ recipients: 1, asked: 0, n: 0 });
    const message = busMessage("lost_link.send", { email });
    await consume("usher-notifier", [message]);
    await consume("usher-notifier", [message]);
    expect(await counters()).toEqual({ recipients: 1, asked: 0, n: 1 });
    expect(await lostLinkMails(email)).toHaveLength(1);
  });

  test("costs and returns the same for a known and an unknown address", async () => {
    const [known, unknown] = [freshGuestEmail(), freshGuestEmail()];
    await invite(await signedInHost(), known);
    // How long the database took is not the same twice.
    const seenBy = async (email: string) => {
      const { headers, ...seen } = await visible(await ask(email));
      return { ...seen, headers: headers.filter(([name]) => name !== "server-timing") };
    };
    expect(await seenBy(known)).toEqual(await seenBy(unknown));
    const request = (email: string) =>
      new Request("https://usher.test/lost-link", {
        method: "POST",
        headers: { "Content-Type": "application/json", "CF-Connecting-IP": freshAddress() },
        body: JSON.stringify({ email }),
      });
    const work = async (email: string) => {
      const { roundTrips, d1Calls, rowsRead, rowsWritten, calls } = await costOf(request(email), recordingEnv());
      return { roundTrips, d1Calls, rowsRead, rowsWritten, targets: calls.map(({ target }) => target) };
    };
    expect(await work(known)).toEqual(await work(unknown));
    await mailTo(known, { subject: "Your invitation link" });
    expect(await mailsTo(unknown)).toEqual([]);
  });

  test("has a link that unsubscribes from all of its hosts, on every shard, and from no other", async () => {
    const email = freshGuestEmail();
    const named = [await signedInHost(), await signedInHost({ shard: 1 }), await signedInHost()];
    const [over, silent] = [await signedInHost({ tier: "pro" }), await signedInHost()];
    for (const host of named) await invite(host, email);
    await env.DB.prepare("update events set event_date = 1, end_time = 2 where id = ?")
      .bind((await invited(over, email)).id)
      .run();
    await invite(silent, email, { lost_links: false });
    expect(await mailedLinks(email)).toHaveLength(3);

    const [mail] = await lostLinkMails(email);
    if (mail === undefined) throw new Error("no email");
    const link = linkIn(mail, "/unsubscribe");
    expect(headerOf(mail, "List-Unsubscribe")).toBe(`<${link.href}>`);
    const click = (scope = "") => call("POST", `${link.pathname}${link.search}${scope}`, "List-Unsubscribe=One-Click");
    expect((await click()).status).toBe(200);
    const reasonsOf = (hosts: readonly Host[]) =>
      Promise.all(
        hosts.map(async (host) => {
          await env.DB.prepare("delete from subscriptions where user_id = ?").bind(host.id).run();
          await grantTier(host.id, "pro");
          const { id } = await makeEvent(host);
          const guest = await addGuest(host, id, { name: "Grace", email });
          return (await issueLink(host, id, guest.id, { notify: true })).reason;
        }),
      );
    expect(await reasonsOf(named)).toEqual(["unsubscribed", "unsubscribed", "unsubscribed"]);
    expect(await reasonsOf([over, silent])).toEqual([null, null]);
    expect((await click("&scope=none")).status).toBe(200);
    expect(await reasonsOf(named)).toEqual([null, null, null]);
  });

  test("lists the invitations of at most the twenty hosts whom its link to unsubscribe names", async () => {
    const email = freshGuestEmail();
    const hosts = await Promise.all(Array.from({ length: 22 }, () => signedInHost()));
    for (const { id } of hosts) {
      const fixture = await makeEventFixture(id, 1);
      await env.DB.prepare("update guests set email = ?1, email_key = ?1 where id = ?2")
        .bind(email, firstOf(fixture).id)
        .run();
    }
    await env.DB.prepare("update guests set delivery_status = 'sent' where email_key = ?").bind(email).run();
    expect(await mailedLinks(email)).toHaveLength(20);
    const [mail] = await lostLinkMails(email);
    if (mail === undefined) throw new Error("no email");
    const { pathname, search } = linkIn(mail, "/unsubscribe");
    expect((await call("POST", `${pathname}${search}`, "List-Unsubscribe=One-Click")).status).toBe(200);
    const stopped = env.DB.prepare("select count(*) as n from host_unsubscribes where email_key = ?").bind(email);
    expect(await stopped.first("n")).toBe(20);
  });

  test("allows three requests per hour for an address, and ten addresses for a network", async () => {
    const email = freshGuestEmail();
    for (let count = 0; count < 3; count++) expect((await ask(email)).status).toBe(202);
    expect((await ask(email)).status).toBe(429);
    const network = freshAddress();
    for (let count = 0; count < 10; count++) expect((await ask(freshGuestEmail(), network)).status).toBe(202);
    expect((await ask(freshGuestEmail(), network)).status).toBe(429);
  });

  test("works on a page without scripts, to which the page of an invalid link leads: POST /lost-link/sent", async () => {
    const html = { Accept: "text/html", "CF-Connecting-IP": freshAddress() };
    const broken = await call("GET", `/i/${"x".repeat(43)}`, undefined, html);
    expect(broken.status).toBe(404);
    expect(await broken.text()).toContain('href="/lost-link"');
    const page = await (await call("GET", "/lost-link", undefined, html)).text();
    expect(page).toContain('action="/lost-link/sent"');
    expect(page).not.toContain("<script");

    const email = freshGuestEmail();
    const link = await invite(await signedInHost(), email);
    const send = (address: string) =>
      call("POST", "/lost-link/sent", new URLSearchParams({ email: address }).toString(), {
        ...html,
        "Content-Type": "application/x-www-form-urlencoded",
      });
    const sent = await send(email);
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("Check your email")]);
    expect((await mailTo(email, { subject: SUBJECT })).text).toContain(link);
    expect((await send("not an address")).status).toBe(400);
  });

  test("stores nothing of the address in the database", async () => {
    const email = freshGuestEmail();
    expect((await ask(email)).status).toBe(202);
    await eventually(async () => {
      const waiting = await env.DB.prepare("select body from outbox where instr(body, ?) > 0").bind(email).all();
      expect(waiting.results).toEqual([]);
    });
    const stored = await env.DB.prepare("select * from deliveries where kind = 'lost_links'").all();
    expect(JSON.stringify(stored.results)).not.toContain(email);
  });
});
