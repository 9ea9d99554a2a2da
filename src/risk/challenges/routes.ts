import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { GUEST_LINK, guestLinkOf } from "../../invitations/guest-link-guard.ts";
import { LinkPath } from "../../invitations/schemas.ts";
import { askHost } from "./ask-host.ts";
import { ChallengePassed, ChallengeSent, HostAsked, SendChallenge, VerifyChallenge } from "./schemas.ts";
import { sendChallenge } from "./send-challenge.ts";
import { verifyChallenge } from "./verify-challenge.ts";

const tag = "Guest";

export const challengeRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

challengeRoutes.openapi(
  endpoint({
    name: "sendChallenge",
    tag,
    method: "post",
    path: "/access/{token}/challenge",
    summary: "Send the guest a code",
    description:
      "For a device that was refused with `access_blocked`, `challenge_required` or `foreign_device`. Six digits go to the guest's address or phone on file, and work for 10 minutes. A new code ends the one before; a link gets three an hour.",
    access: GUEST_LINK,
    params: LinkPath,
    body: SendChallenge,
    answers: { 202: json(ChallengeSent, "The code is on its way") },
    refusals: ["challenge_unavailable"],
  }),
  async (c) => {
    const input = { ...c.req.valid("json"), facts: requestFacts(c) };
    const { channel, sentTo, expiresInSeconds } = await sendChallenge(c.var.ctx, guestLinkOf(c), input);
    return c.json({ channel, sent_to: sentTo, expires_in: expiresInSeconds }, 202);
  },
);

challengeRoutes.openapi(
  endpoint({
    name: "verifyChallenge",
    tag,
    method: "post",
    path: "/access/{token}/challenge/verify",
    summary: "Prove a device with the code",
    description:
      "The device of this request is proved from then on: it is neither blocked nor asked again, and may see and change the answer. Keep the `Usher-Device` of the response and send it with every request. A device that asked for a code has five tries of its own, all other devices of the link share five; the sixth try is refused and tells the host. A link has 30 tries in 24 hours.",
    access: GUEST_LINK,
    params: LinkPath,
    body: VerifyChallenge,
    answers: { 200: json(ChallengePassed, "The device is proved") },
    refusals: ["wrong_code", "challenge_failed", "challenge_missing", "code_used", "code_expired"],
  }),
  async (c) => {
    await verifyChallenge(c.var.ctx, guestLinkOf(c), c.req.valid("json"));
    return c.json({ proved: true as const }, 200);
  },
);

challengeRoutes.openapi(
  endpoint({
    name: "askHost",
    tag,
    method: "post",
    path: "/access/{token}/ask-host",
    summary: "Ask the host to confirm a device",
    description:
      "For a device that does not see the RSVP, of a guest who has no email address for a code. Emails the members who want alerts of blocked accesses, and counts as `asked` in `GET /events/{eventId}/attention`. The host confirms by marking the access as `legitimate`, which verifies this device. Send the `Usher-Device` of an earlier response. A link asks once in 24 hours; repeating the request changes nothing.",
    access: GUEST_LINK,
    params: LinkPath,
    answers: { 202: json(HostAsked, "The host sees the request") },
    refusals: ["code_available"],
  }),
  async (c) => {
    await askHost(c.var.ctx, guestLinkOf(c), requestFacts(c));
    return c.json({ asked: true as const }, 202);
  },
);
