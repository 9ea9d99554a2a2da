import { requestFacts } from "../../http/request-facts.ts";
import { routes } from "../../http/routes.ts";
import { GUEST_LINK } from "../../invitations/guest-link-guard.ts";
import { LinkPath } from "../../invitations/schemas.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { askHost } from "./ask-host.ts";
import { ChallengePassed, ChallengeSent, HostAsked, SendChallenge, VerifyChallenge } from "./schemas.ts";
import { sendChallenge } from "./send-challenge.ts";
import { verifyChallenge } from "./verify-challenge.ts";

const challengeGroup = routes({ tag: "Guest", access: GUEST_LINK });
export const challengeRoutes = challengeGroup.app;

challengeGroup.post("/access/{token}/challenge", {
  name: "sendChallenge",
  summary: forDocs("Send a verification code"),
  description: forDocs(
    "Sends the guest six digits to verify a device that got 403 `access_blocked`, `challenge_required` or `foreign_device`. The code goes to the guest's email address or phone on file and works for 10 minutes. A new code replaces the previous one. A link gets three codes per hour. Returns 409 `challenge_unavailable` if the channel cannot be used, and for `sms` with the session or API key of a member of the event.",
  ),
  params: LinkPath,
  body: SendChallenge,
  response: [202, ChallengeSent, forDocs("The code will be sent")],
  errors: ["challenge_unavailable"],
  run: async (ctx, caller, { body }, c) => {
    const input = { ...body, facts: requestFacts(c) };
    const { channel, sentTo, expiresInSeconds } = await sendChallenge(ctx, caller, input);
    return { channel, sentTo, expiresIn: expiresInSeconds };
  },
});

challengeGroup.post("/access/{token}/challenge/verify", {
  name: "verifyChallenge",
  summary: forDocs("Verify a device with a code"),
  description: forDocs(
    "Verifies the device of this request: it is no longer blocked or challenged, and can view and change the RSVP. Store the `Usher-Device` of the response and send it with every request. A device that asked for a code has five tries; all other devices of the link share five. The sixth try returns 403 `challenge_failed` and notifies the host. A link has 30 tries in 24 hours.",
  ),
  params: LinkPath,
  body: VerifyChallenge,
  response: [200, ChallengePassed, forDocs("The device is verified")],
  errors: ["wrong_code", "challenge_failed", "challenge_missing", "code_used", "code_expired"],
  run: async (ctx, caller, { body }) => {
    await verifyChallenge(ctx, caller, body);
    return { proved: true as const };
  },
});

challengeGroup.post("/access/{token}/ask-host", {
  name: "askHost",
  summary: forDocs("Ask the host to verify a device"),
  description: forDocs(
    "Asks the host to verify a device that does not see the RSVP. Only for a guest who cannot be emailed a code or, if the event asks for no codes, an edit link (otherwise 409 `code_available`). A link whose 30 tries of the day are used up may ask too, and a blocked device if the event asks for no codes. Emails the members who want alerts of blocked accesses, and counts as `asked` in `GET /events/{eventId}/attention`. The host verifies the device by marking the access as `legitimate`. View the invitation first, and send the `Usher-Device` of that response: without it, the host cannot verify the device (409 `device_unknown`). A link has one open request. Repeating the request changes nothing. From another device, or after the host's verdict on this device, it returns 409 `already_asked` for the rest of 24 hours.",
  ),
  params: LinkPath,
  response: [202, HostAsked, forDocs("The host sees the request")],
  errors: ["code_available", "device_unknown", "already_asked"],
  run: async (ctx, caller, _input, c) => {
    await askHost(ctx, caller, requestFacts(c));
    return { asked: true as const };
  },
});
