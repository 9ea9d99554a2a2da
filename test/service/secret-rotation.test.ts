import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { linkFor } from "../../src/invitations/guest-link.ts";
import { unsubscribeUrl } from "../../src/platform/mail/unsubscribe-token.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { freshAddress, signedInHost } from "../support/account.ts";
import { issuedToken, postRequest } from "../support/auth.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { shortCodeIn } from "../support/door-code.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { answerRequest, openRequest } from "../support/guest-requests.ts";
import { replaced, UNARMED_SCHEDULER } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";
import { svixHeaders, WEBHOOK_SECRET } from "../support/reports.ts";

const OLD = {};
const NEW = { PLATFORM_SECRET: "the platform secret that came after the first" };
const BOTH = { ...NEW, PLATFORM_SECRET_PREVIOUS: String(env.PLATFORM_SECRET) };

/** The responses of the service with this configuration. */
async function send(request: Request, secrets: EnvChanges): Promise<Response> {
  return (await costOf(request, recordingEnv(undefined, secrets))).response;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  new Request(`https://usher.test${path}`, { headers: { "CF-Connecting-IP": freshAddress(), ...headers } });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}`, "CF-Connecting-IP": freshAddress() });

/** An attending guest, with both forms of the door code, and a scanner's ticket for the door. */
async function atTheDoor() {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, 1);
  const answered = await send(answerRequest(firstOf(fixture).token), OLD);
  const { check_in: checkIn } = await answered.json<{ check_in: { qr_token: string } }>();
  const ticket = await host.api("POST", `/events/${fixture.eventId}/scanner-ticket`);
  return {
    fixture,
    jwt: checkIn.qr_token,
    shortCode: shortCodeIn(checkIn.qr_token),
    ticket: (await ticket.json<{ ticket: string }>()).ticket,
  };
}

/**
 * Secrets signed before the platform secret changed → a request that uses one, and the error without the old secret.
 */
const SIGNED: [string, make: () => Promise<() => Request>, refusal: number][] = [
  [
    "a session",
    async () => {
      const host = await signedInHost();
      return () => get("/me", bearer(host.token));
    },
    401,
  ],
  [
    "a guest's link",
    async () => {
      const guest = firstOf(await makeEventFixture((await signedInHost()).id, 1));
      return () => openRequest(guest.token);
    },
    404,
  ],
  [
    "a scanner's ticket, and a short door code",
    async () => {
      const { fixture, shortCode, ticket } = await atTheDoor();
      const path = `/events/${fixture.eventId}/check-in/preview`;
      return () => postRequest(path, { qr_token: shortCode }, bearer(ticket));
    },
    401,
  ],
  [
    "a scanner's ticket, and a door code as a JWT",
    async () => {
      const { fixture, jwt, ticket } = await atTheDoor();
      const path = `/events/${fixture.eventId}/check-in/preview`;
      return () => postRequest(path, { qr_token: jwt }, bearer(ticket));
    },
    401,
  ],
  [
    "a mailed one-time link",
    async () => {
      const token = await issuedToken((await signedInHost()).id, "verify_email");
      return () => postRequest("/auth/verify-email", { token });
    },
    400,
  ],
  [
    "an unsubscribe link",
    async () => {
      const { pathname, search } = new URL(
        await unsubscribeUrl(
          createRequestContext(env, () => undefined),
          { address: "a@example.com", hostIds: [crypto.randomUUID()] },
        ),
      );
      return () => get(`${pathname}${search}`);
    },
    400,
  ],
];

describe("PLATFORM_SECRET_PREVIOUS", () => {
  it.each(SIGNED)(
    "keeps %s valid as long as the previous secret is configured, and no longer",
    async (_, make, refusal) => {
      const request = await make();
      expect((await send(request(), NEW)).status).toBe(refusal);
      expect((await send(request(), BOTH)).status).toBe(200);
    },
  );

  it("stores the last use of the previous secret for its purpose, once per hour", async () => {
    const guest = firstOf(await makeEventFixture((await signedInHost()).id, 1));
    const puts: string[] = [];
    const KV = replaced(env.KV, {
      put: (name: string, value: string, options: KVNamespacePutOptions) => {
        puts.push(name);
        return env.KV.put(name, value, options);
      },
    });
    const own = { ...env, ...UNARMED_SCHEDULER, ...BOTH, KV };
    const open = async (token: string) => {
      const context = createExecutionContext();
      const request = openRequest(token) as Request<unknown, IncomingRequestCfProperties>;
      expect((await worker.fetch(request, own, context)).status).toBe(200);
      await waitOnExecutionContext(context);
    };
    for (let round = 0; round < 3; round++) await open(guest.token);
    const uses = () => puts.filter((name) => name.startsWith("key-use:"));
    expect(uses()).toEqual([expect.stringMatching(/^key-use:guest_token:[\w-]{4}$/)]);
    const [found] = (await env.KV.list<{ last_used_at: string }>({ prefix: uses()[0] ?? "" })).keys;
    expect(Date.now() - Date.parse(found?.metadata?.last_used_at ?? "")).toBeLessThan(60_000);
    // A use of the current secret leaves no trace.
    await open(
      (
        await linkFor(
          createRequestContext(own, () => undefined),
          guest.tokenId,
        )
      ).split("/i/")[1] ?? "",
    );
    expect(uses()).toHaveLength(1);
  });

  it("signs nothing with the previous secret", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const old = await issueLink(host, event.id, guest.id);
    const request = postRequest(`/events/${event.id}/tokens`, { guest_id: guest.id }, bearer(host.token));
    const { link } = await (await send(request, BOTH)).json<{ link: string }>();
    expect(link).not.toBe(old.link);
    const opened = (secrets: EnvChanges) => send(openRequest(link.split("/i/")[1] ?? ""), secrets);
    expect((await opened(OLD)).status).toBe(404);
    expect((await opened(NEW)).status).toBe(200);
  });

  it("matches a bounce to an email sent before the rotation", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const email = `grace-${crypto.randomUUID()}@example.com`;
    const guest = await addGuest(host, event.id, { email });
    await issueLink(host, event.id, guest.id);
    await eventually(async () => expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "sent" }]));
    const bounce = { type: "Permanent", subType: "General", message: "no such mailbox" };
    const report = { type: "email.bounced", data: { email_id: crypto.randomUUID(), to: [email], bounce } };
    const signed = await svixHeaders(JSON.stringify(report));
    const secrets = { ...BOTH, RESEND_WEBHOOK_SECRET: WEBHOOK_SECRET };
    expect((await send(postRequest("/webhooks/email", report, signed), secrets)).status).toBe(200);
    expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "bounced" }]);
  });
});
