import { requestFacts } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { GUEST_LINK } from "../../invitations/guest-link-guard.ts";
import { LinkPath } from "../../invitations/schemas.ts";
import { askHost } from "./ask-host.ts";
import { ChallengePassed, ChallengeSent, HostAsked, SendChallenge, VerifyChallenge } from "./schemas.ts";
import { sendChallenge } from "./send-challenge.ts";
import { verifyChallenge } from "./verify-challenge.ts";

const challengeGroup = routes({ tag: "Guest", access: GUEST_LINK });
export const challengeRoutes = challengeGroup.app;

challengeGroup.post("/access/{token}/challenge", {
  name: "sendChallenge",
  summary: "Send the guest a code",
  description:
    "For a device that was refused with `access_blocked`, `challenge_required` or `foreign_device`. Six digits go to the guest's address or phone on file, and work for 10 minutes. A new code ends the one before; a link gets three an hour.",
  params: LinkPath,
  body: SendChallenge,
  response: [202, ChallengeSent, "The code is on its way"],
  errors: ["challenge_unavailable"],
  run: async (ctx, caller, { body }, c) => {
    const input = { ...body, facts: requestFacts(c) };
    const { channel, sentTo, expiresInSeconds } = await sendChallenge(ctx, caller, input);
    return { channel, sentTo, expiresIn: expiresInSeconds };
  },
});

challengeGroup.post("/access/{token}/challenge/verify", {
  name: "verifyChallenge",
  summary: "Prove a device with the code",
  description:
    "The device of this request is proved from then on: it is neither blocked nor asked again, and may see and change the answer. Keep the `Usher-Device` of the response and send it with every request. A device that asked for a code has five tries of its own, all other devices of the link share five; the sixth try is refused and tells the host. A link has 30 tries in 24 hours.",
  params: LinkPath,
  body: VerifyChallenge,
  response: [200, ChallengePassed, "The device is proved"],
  errors: ["wrong_code", "challenge_failed", "challenge_missing", "code_used", "code_expired"],
  run: async (ctx, caller, { body }) => {
    await verifyChallenge(ctx, caller, body);
    return { proved: true as const };
  },
});

challengeGroup.post("/access/{token}/ask-host", {
  name: "askHost",
  summary: "Ask the host to confirm a device",
  description:
    "For a device that does not see the RSVP, of a guest who has no email address for a code. Emails the members who want alerts of blocked accesses, and counts as `asked` in `GET /events/{eventId}/attention`. The host confirms by marking the access as `legitimate`, which verifies this device. Send the `Usher-Device` of an earlier response. A link asks once in 24 hours; repeating the request changes nothing.",
  params: LinkPath,
  response: [202, HostAsked, "The host sees the request"],
  errors: ["code_available"],
  run: async (ctx, caller, _input, c) => {
    await askHost(ctx, caller, requestFacts(c));
    return { asked: true as const };
  },
});
