import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import worker from "../../../src/worker.ts";
import { textsTo } from "../../adapters/mail-servers.ts";
import { signedInHost } from "../../support/account.ts";
import { capturingQueue } from "../../support/broadcast.ts";
import {
  answerTo,
  askForCode,
  deviceIn,
  doubtedVisitor,
  mailedCode,
  refusedView,
  setColumns,
  typeCode,
  wrongCode,
} from "../../support/challenges.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { browserHeaders, editRequest, LAPTOP, openRequest } from "../../support/guest-requests.ts";
import { mailTo } from "../../support/mailbox.ts";
import { consume } from "../../support/queue.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { rounds } from "../../support/rounds.ts";
import { tablesContaining } from "../../support/tables-containing.ts";

type Doubted = Awaited<ReturnType<typeof doubtedVisitor>>;

/** The types of what happened lately on an event, newest first. */
async function activityOf({ host, fixture }: Doubted): Promise<string[]> {
  const response = await host.api("GET", `/events/${fixture.eventId}/activity`);
  return (await response.json<{ items: { type: string }[] }>()).items.map(({ type }) => type);
}

async function timelineOf({ host, fixture, guest }: Doubted): Promise<string[]> {
  const response = await host.api("GET", `/events/${fixture.eventId}/guests/${guest.id}/timeline`);
  return (await response.json<{ items: { type: string }[] }>()).items.map(({ type }) => type);
}

describe("verification of a risky device: POST /access/{token}/challenge, POST /access/{token}/challenge/verify", () => {
  it("gets access with an emailed code, keeps it, and can edit, while other devices stay blocked", async () => {
    const doubted = await doubtedVisitor();
    const { guest, visitor, host, fixture } = doubted;
    const refused = await refusedView(guest.token, visitor);
    expect(refused.body).toMatchObject({
      error: "access_blocked",
      challenge: { channels: ["email"], sent_to: { email: "g•••@e•••.com" } },
    });
    const device = { ...visitor, "Usher-Device": refused.device };

    const asked = await answerTo(askForCode(guest.token, device));
    expect([asked.status, asked.body]).toEqual([202, { channel: "email", sent_to: "g•••@e•••.com", expires_in: 600 }]);
    const code = await mailedCode(guest);
    const passed = await answerTo(typeCode(guest.token, ` ${code.slice(0, 3)}-${code.slice(3)} `, device));
    expect([passed.status, passed.body]).toEqual([200, { proved: true }]);

    const proved = { ...device, "Usher-Device": deviceIn(passed.response) };
    for (let visits = 0; visits < 2; visits++) {
      const opened = await answerTo(openRequest(guest.token, proved));
      expect([opened.status, opened.body]).toMatchObject([200, { rsvp: { plus_ones: 1 }, can_edit: true }]);
    }
    expect((await answerTo(editRequest(guest.token, { plus_ones: 0 }, proved))).status).toBe(200);
    const other = await refusedView(guest.token, browserHeaders(LAPTOP));
    expect(other.body.error).toBe("access_blocked");

    await eventually(async () => {
      const response = await host.api("GET", `/events/${fixture.eventId}/access-logs`);
      const { items } = await response.json<{ items: { challenge: string | null; risk: string | null }[] }>();
      expect(items.filter(({ challenge }) => challenge === "passed")).toMatchObject([{ risk: "block" }]);
      expect(items.filter(({ risk }) => risk === "high").length).toBeGreaterThan(0);
    });
    expect(await timelineOf(doubted)).toEqual(expect.arrayContaining(["code_sent", "code_passed", "mailed"]));
    expect((await activityOf(doubted)).filter((type) => type.startsWith("challenge."))).toEqual([
      "challenge.passed",
      "challenge.sent",
    ]);
  });

  it("finds the code only in the email", async () => {
    const { guest, host, fixture } = await doubtedVisitor();
    await answerTo(askForCode(guest.token));
    const code = await mailedCode(guest);
    expect(await tablesContaining([` ${code} `, `"${code}"`, `${code.slice(0, 3)} ${code.slice(3)}`])).toEqual([]);
    const held = await env.DB.prepare("select code_mac from challenges where guest_id = ?").bind(guest.id).first();
    expect(held).toMatchObject({ code_mac: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const exported = await host.api("GET", `/events/${fixture.eventId}/guests/${guest.id}/data-export`);
    const text = await exported.text();
    expect(text).toContain('"challenges"');
    expect(text).not.toContain(String(held?.code_mac));
  });

  it("edits an RSVP of another device with a code or an edit link", async () => {
    const { guest, fixture } = await doubtedVisitor({ fraud_block_threshold: 100, fraud_high_threshold: 99 });
    const laptop = browserHeaders(LAPTOP);
    const refused = await answerTo(editRequest(guest.token, { plus_ones: 0 }, laptop));
    expect(refused.body).toMatchObject({
      error: "foreign_device",
      hint: "request_edit_link",
      challenge: { channels: ["email"] },
    });
    await answerTo(askForCode(guest.token, laptop));
    const passed = await answerTo(typeCode(guest.token, await mailedCode(guest), laptop));
    const proved = { ...laptop, "Usher-Device": deviceIn(passed.response) };
    expect((await answerTo(editRequest(guest.token, { plus_ones: 0 }, proved))).status).toBe(200);
    await setColumns("events", fixture.eventId, { step_up_from: "never" });
    const walled = await answerTo(editRequest(guest.token, { plus_ones: 1 }, browserHeaders(LAPTOP)));
    expect(walled.body).toMatchObject({ error: "foreign_device", hint: "request_edit_link" });
    expect(walled.body).not.toHaveProperty("challenge");
  });

  it("returns no_contact when no code can be sent, and notifies the host", async () => {
    const { guest, visitor, host } = await doubtedVisitor();
    await setColumns("guests", guest.id, { email: null, email_key: null });
    const refused = await refusedView(guest.token, visitor);
    expect(refused.body).toMatchObject({ error: "access_blocked", reason: "no_contact", hint: "ask_host" });
    expect(refused.body.detail).toContain("we can't send you a code");
    expect(refused.body).not.toHaveProperty("challenge");
    expect((await answerTo(askForCode(guest.token, visitor))).body.error).toBe("challenge_unavailable");
    const mail = await mailTo(host.email, { subject: /^Blocked: Guest 0's link/ });
    expect(mail.text).toContain("There's no email or phone for Guest 0");
  });

  it("gets access below block when no code can be sent", async () => {
    const { guest, visitor } = await doubtedVisitor({ fraud_block_threshold: 100, step_up_from: "high" });
    expect((await refusedView(guest.token, visitor)).body.error).toBe("challenge_required");
    await setColumns("guests", guest.id, { email: null, email_key: null });
    expect((await answerTo(openRequest(guest.token, visitor))).status).toBe(200);
    const calendar = new Request(`https://usher.test/access/${guest.token}/calendar.ics`, { headers: visitor });
    expect((await exports.default.fetch(calendar)).status).toBe(200);
  });

  it("requires a code from the band that the event chose", async () => {
    const { host, guest, fixture, visitor } = await doubtedVisitor({
      fraud_block_threshold: 100,
      step_up_from: "high",
    });
    const path = `/events/${fixture.eventId}/guests/${guest.id}`;
    const told = async () => {
      const page = await host.api("GET", `/events/${fixture.eventId}/activity?after=0&limit=100`);
      return (await page.json<{ items: { type: string }[] }>()).items;
    };
    const asked = await refusedView(guest.token, visitor);
    expect(asked.body).toMatchObject({ error: "challenge_required", challenge: { channels: ["email"] } });
    const calendar = new Request(`https://usher.test/access/${guest.token}/calendar.ics`, { headers: visitor });
    await eventually(async () => expect((await answerTo(calendar.clone())).status).toBe(403));
    // A view that was refused has opened nothing, also where its score came late.
    await eventually(async () => expect((await told()).filter(({ type }) => type === "access.scored")).not.toEqual([]));
    expect((await told()).map(({ type }) => type)).not.toContain("invitation.opened");
    expect(await (await host.api("GET", path)).json()).toMatchObject({ opened_at: null });
    await answerTo(askForCode(guest.token, visitor));
    const passed = await answerTo(typeCode(guest.token, await mailedCode(guest), visitor));
    const proved = { ...visitor, "Usher-Device": deviceIn(passed.response) };
    expect((await answerTo(openRequest(guest.token, proved))).status).toBe(200);
    await eventually(async () => {
      expect((await told()).filter(({ type }) => type === "invitation.opened")).toHaveLength(1);
      expect(await (await host.api("GET", path)).json()).toMatchObject({ opened_at: expect.any(String) });
    });

    await setColumns("events", fixture.eventId, { step_up_from: "block" });
    expect((await answerTo(openRequest(guest.token, browserHeaders(LAPTOP)))).status).toBe(200);

    await setColumns("events", fixture.eventId, { step_up_from: "never", fraud_block_threshold: 3 });
    const walled = await refusedView(guest.token, browserHeaders(LAPTOP));
    expect(walled.body.error).toBe("access_blocked");
    expect(walled.body).not.toHaveProperty("challenge");
    expect((await answerTo(askForCode(guest.token))).body.error).toBe("challenge_unavailable");
  });

  it("receives the code as a text message if the guest has only a phone", async () => {
    const { guest, visitor } = await doubtedVisitor();
    const phone = `+49151${String(crypto.getRandomValues(new Uint32Array(1))[0])
      .padStart(10, "0")
      .slice(0, 8)}`;
    await setColumns("guests", guest.id, { email: null, email_key: null, phone });
    const { captured, queue } = capturingQueue();
    const provider = {
      TWILIO_ACCOUNT_SID: "ACtest",
      TWILIO_AUTH_TOKEN: "token",
      TWILIO_FROM: "+15005550006",
      TWILIO_API_BASE: `http://127.0.0.1:${inject("mailCatcher").httpPort}/twilio`,
    };
    const isolate = { ...env, ...provider, NOTIFIER_QUEUE: queue };
    const send = async (request: Request) => {
      const context = createExecutionContext();
      const response = await worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, isolate, context);
      await waitOnExecutionContext(context);
      return { status: response.status, response, body: await response.clone().json() };
    };
    await eventually(async () => {
      const refused = await send(openRequest(guest.token, visitor));
      expect(refused.body).toMatchObject({
        error: "access_blocked",
        challenge: { channels: ["sms"], sent_to: { sms: `+49•••${phone.slice(-2)}` } },
      });
    });
    // A guest who replied STOP gets no text message, not even a requested one: carriers would drop it.
    await env.DB.prepare("insert into sms_opt_outs values (?, ?, 1)").bind(phone, provider.TWILIO_FROM).run();
    expect((await send(askForCode(guest.token, visitor, "sms"))).body).toMatchObject({
      error: "challenge_unavailable",
    });
    await env.DB.prepare("delete from sms_opt_outs where phone = ?").bind(phone).run();
    expect(await send(askForCode(guest.token, visitor, "sms"))).toMatchObject({
      status: 202,
      body: { channel: "sms" },
    });
    expect((await send(askForCode(guest.token, visitor, "email"))).body).toMatchObject({
      error: "challenge_unavailable",
      challenge: { channels: ["sms"] },
    });
    const messages = captured.filter(({ type }) => type === "challenge.send");
    for (let times = 0; times < 2; times++) await consume("usher-notifier", messages, { changes: provider });
    const texts = await textsTo(phone);
    expect(texts).toHaveLength(1);
    const [, code = ""] = /^(\d{6}) is your code for Orangery Supper\./.exec(texts[0]?.body ?? "") ?? [];
    expect(texts[0]?.body).toMatch(new RegExp(`@usher\\.test #${code}$`));
    const passed = await send(typeCode(guest.token, code, visitor));
    const proved = { ...visitor, "Usher-Device": deviceIn(passed.response) };
    expect((await send(openRequest(guest.token, proved))).status).toBe(200);
  });
});

describe("verification codes", () => {
  it("allows five attempts, rejects the sixth right or wrong, and notifies the host once", async () => {
    const doubted = await doubtedVisitor();
    const { guest, host } = doubted;
    await answerTo(askForCode(guest.token));
    const code = await mailedCode(guest);
    const left: unknown[] = [];
    for (let tries = 1; tries <= 5; tries++) {
      const { status, body } = await answerTo(typeCode(guest.token, wrongCode(code, tries)));
      expect([status, body.error]).toEqual([403, "wrong_code"]);
      left.push(body.tries_left);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    for (let tries = 0; tries < 2; tries++) {
      expect((await answerTo(typeCode(guest.token, code))).body.error).toBe("challenge_failed");
    }
    const mail = await mailTo(host.email, { subject: /^Someone is guessing Guest 0's code/ });
    expect(mail.text).toContain("six wrong codes");
    expect((await activityOf(doubted)).filter((type) => type === "challenge.failed")).toHaveLength(1);
    expect(await timelineOf(doubted)).toContain("code_failed");
  });

  it("keeps five attempts for the requesting browser, whatever other browsers try", async () => {
    const { guest, own, visitor } = await doubtedVisitor();
    const ask = async (headers: Record<string, string>) => {
      const { status, response } = await answerTo(askForCode(guest.token, headers));
      expect(status).toBe(202);
      return { ...headers, "Usher-Device": deviceIn(response) };
    };
    const guessing = async (headers: Record<string, string>, times: number) => {
      const errors: (string | undefined)[] = [];
      for (let tries = 1; tries <= times; tries++) {
        errors.push((await answerTo(typeCode(guest.token, wrongCode(code, tries), headers))).body.error);
      }
      return errors;
    };
    const browser = await ask(own);
    let code = await mailedCode(guest);
    const [wrong, ended] = [Array(5).fill("wrong_code"), ["challenge_failed", "challenge_failed"]];
    expect(await guessing(visitor, 7)).toEqual([...wrong, ...ended]);
    // A stranger who asks for a code has five tries, and ends no others.
    const stranger = await ask(visitor);
    code = await eventually(async () => {
      const newest = await mailedCode(guest);
      expect(newest).not.toBe(code);
      return newest;
    });
    expect(await guessing(stranger, 7)).toEqual([...wrong, ...ended]);
    expect(await guessing(visitor, 7)).toEqual([...wrong, ...ended]);
    const typed = await answerTo(typeCode(guest.token, wrongCode(code), browser));
    expect(typed.body).toMatchObject({ error: "wrong_code", tries_left: 4 });
    expect((await answerTo(typeCode(guest.token, code, browser))).status).toBe(200);
  });

  it("works in another browser, also when the requesting browser has no attempts left", async () => {
    const { guest, own, visitor } = await doubtedVisitor();
    const browser = { ...own, "Usher-Device": deviceIn((await answerTo(askForCode(guest.token, own))).response) };
    const code = await mailedCode(guest);
    for (let tries = 1; tries <= 6; tries++) await answerTo(typeCode(guest.token, wrongCode(code, tries), browser));
    expect((await answerTo(typeCode(guest.token, code, browser))).body.error).toBe("challenge_failed");
    expect((await answerTo(typeCode(guest.token, code, visitor))).status).toBe(200);
  });

  it("allows 30 attempts per day, and returns then what helps", async () => {
    const { guest, visitor, host, fixture } = await doubtedVisitor();
    const outcomes: (string | undefined)[] = [];
    for (let codes = 0; codes < 3; codes++) {
      const device = deviceIn((await answerTo(askForCode(guest.token, visitor))).response);
      for (const headers of [{ ...visitor, "Usher-Device": device }, visitor]) {
        const tries = Array.from({ length: 5 }, (_, index) =>
          answerTo(typeCode(guest.token, `27182${index}`, headers)),
        );
        for (const { status, body } of await Promise.all(tries)) outcomes.push(status === 200 ? "opened" : body.error);
      }
    }
    expect(outcomes).toEqual(Array(30).fill("wrong_code"));
    for (const request of [typeCode(guest.token, "271828", visitor), askForCode(guest.token, visitor)]) {
      const { status, body } = await answerTo(request);
      expect([status, body.error, body.detail]).toEqual([
        429,
        "rate_limited",
        expect.stringContaining("Ask your host for a new link"),
      ]);
      expect(body.retry_after).toBeGreaterThan(23 * 3_600);
    }
    const rotation = { guest_id: guest.id, notify: false };
    const rotated = await host.api("POST", `/events/${fixture.eventId}/tokens/rotate`, rotation);
    const { token } = await rotated.json<{ token: string }>();
    expect((await answerTo(askForCode(token, visitor))).status).toBe(202);
  });

  it("compares five of 30 parallel attempts, and sends three codes for 8 parallel requests", async () => {
    const { guest } = await doubtedVisitor();
    const asked = await Promise.all(Array.from({ length: 8 }, () => answerTo(askForCode(guest.token))));
    expect(asked.filter(({ status }) => status === 202)).toHaveLength(3);
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.retry_after).toBeGreaterThan(3_500);
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, index) => answerTo(typeCode(guest.token, `77777${index % 10}`))),
    );
    const compared = tries.filter(({ status, body }) => status === 200 || body.error === "wrong_code");
    expect(compared.length).toBeLessThanOrEqual(5);
    expect(tries.filter(({ body }) => body.error === "challenge_failed")).toHaveLength(30 - compared.length);
  });

  it("compares five of ten attempts at each of many links, and opens none", { tags: "rounds" }, async () => {
    const { guests } = await makeEventFixture((await signedInHost()).id, rounds(30));
    const tries = await Promise.all(
      guests.map(async ({ token }) => {
        expect((await answerTo(askForCode(token))).status).toBe(202);
        const typed = Array.from({ length: 10 }, (_, index) => answerTo(typeCode(token, `31415${index}`)));
        return (await Promise.all(typed)).map(({ status, body }) => (status === 200 ? "opened" : body.error));
      }),
    );
    expect(tries.map((ofLink) => ofLink.sort())).toEqual(
      guests.map(() => [...Array(5).fill("challenge_failed"), ...Array(5).fill("wrong_code")]),
    );
  });

  it("reports a code that failed five times when the next one is requested", async () => {
    const doubted = await doubtedVisitor();
    const { guest, host } = doubted;
    await answerTo(askForCode(guest.token));
    const code = await mailedCode(guest);
    for (let tries = 1; tries <= 5; tries++) await answerTo(typeCode(guest.token, wrongCode(code, tries)));
    expect((await answerTo(askForCode(guest.token))).status).toBe(202);
    await mailTo(host.email, { subject: /^Someone is guessing Guest 0's code/ });
    expect((await activityOf(doubted)).filter((type) => type.startsWith("challenge."))).toEqual(
      expect.arrayContaining(["challenge.sent", "challenge.failed", "challenge.sent"]),
    );
  });

  it("rejects a missing, replaced, used, expired or foreign code", async () => {
    const { guest } = await doubtedVisitor();
    const errorOf = async (code: string, token = guest.token) => {
      const { status, body } = await answerTo(typeCode(token, code));
      return [status, body.error];
    };
    expect(await errorOf("123456")).toEqual([404, "challenge_missing"]);
    expect(await errorOf("12345")).toEqual([400, "validation_failed"]);
    await answerTo(askForCode(guest.token));
    const replaced = await mailedCode(guest);
    await answerTo(askForCode(guest.token));
    const code = await eventually(async () => {
      const newest = await mailedCode(guest);
      expect(newest).not.toBe(replaced);
      return newest;
    });
    expect(await errorOf(replaced)).toEqual([403, "wrong_code"]);
    const other = await doubtedVisitor();
    await answerTo(askForCode(other.guest.token));
    expect(await errorOf(code, other.guest.token)).toEqual([403, "wrong_code"]);
    expect(await errorOf(code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))))).toEqual([
      200,
      undefined,
    ]);
    expect(await errorOf(code)).toEqual([409, "code_used"]);
    await answerTo(askForCode(guest.token));
    await env.DB.prepare("update challenges set expires_at = ? where guest_id = ? and status = 'open'")
      .bind(Date.now() - 1, guest.id)
      .run();
    expect(await errorOf(code)).toEqual([410, "code_expired"]);
  });

  it("verifies no second device when another uses the code between comparison and write", async () => {
    const { guest, fixture } = await doubtedVisitor();
    await answerTo(askForCode(guest.token));
    const code = await mailedCode(guest);
    const provedDevices = () =>
      env.DB.prepare("select count(*) as n from guest_devices where event_id = ? and proved_at is not null")
        .bind(fixture.eventId)
        .first<number>("n");
    // The third batch writes: the first reads the invitation, the second counts the try.
    const late = await raceBeforeWrite(typeCode(guest.token, code), async () =>
      expect((await answerTo(typeCode(guest.token, code))).status).toBe(200),
    );
    expect([late.status, await late.json()]).toMatchObject([409, { error: "code_used" }]);
    expect(await provedDevices()).toBe(1);
  });

  it("verifies one device when the code is typed on five in parallel", async () => {
    const { guest } = await doubtedVisitor();
    await answerTo(askForCode(guest.token));
    const code = await mailedCode(guest);
    const typed = await Promise.all(Array.from({ length: 5 }, () => answerTo(typeCode(guest.token, code))));
    expect(typed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(typed.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
      new Set(["code_used"]),
    );
    const proved = await env.DB.prepare("select count(*) as n from guest_devices where guest_id = ?")
      .bind(guest.id)
      .first();
    expect(proved).toEqual({ n: 1 });
  });
});
