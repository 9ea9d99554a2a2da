import { type Context, Hono } from "hono";
import { every } from "hono/combine";
import { type InvitationView, viewInvitation } from "../../features/access/view-invitation.ts";
import { doorWindow } from "../../features/door-devices/door-window.ts";
import { GUEST_LINK, guestLinkOf } from "../../features/invitations/guest-link-guard.ts";
import { presentRsvp } from "../../features/rsvp/present.ts";
import { googleSaveLink, googleWalletOf } from "../../features/wallet/google-wallet.ts";
import { passIdOf } from "../../features/wallet/pass-id.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { themeOf } from "../../kernel/brand.ts";
import { notFound } from "../../kernel/errors.ts";
import { partyText } from "./answered-card.tsx";
import { guestTexts } from "./guest-texts.ts";
import { hostAtStart } from "./host-in.ts";

export const walletPages = new Hono<AppEnv>();

/**
 * Leads to Google Wallet with the guest's pass. Signed here and not with the page, which is opened far more often; whoever
 * sees no pass on the page goes back to it.
 */
walletPages.get("/i/:token/wallet/google", every(...GUEST_LINK.guards), async (c) => {
  const { config, clock } = c.var.ctx;
  const wallet = googleWalletOf(config);
  if (wallet === null) throw notFound();
  const link = guestLinkOf(c);
  const view = await viewInvitation(c.var.ctx, link, { facts: requestFacts(c) });
  const pass = "preview" in view ? null : await passFacts(c, view);
  if (pass === null) return c.redirect(`/i/${link.token}`, 303);
  return c.redirect(await googleSaveLink(wallet, pass, clock.now()), 303);
});

/** What the pass says; null where this device sees none. */
async function passFacts(c: Context<AppEnv>, { invitation, rsvp, doorCode }: InvitationView) {
  if (rsvp === null || doorCode === null) return null;
  const { event, guest, token, hostName, branding } = invitation;
  const texts = await guestTexts(c);
  const { primaryColor = null, theme = null } = branding ?? {};
  const brand = { primaryColor, theme, font: null, logoUrl: null, coverUrl: null };
  return {
    event,
    hostName: hostAtStart(texts, hostName),
    guestName: guest.name,
    party: partyText(texts, presentRsvp(rsvp, invitation.waitlistPosition)),
    language: texts.locale,
    code: doorCode.token,
    passId: await passIdOf(guest.id, token.id),
    validUntil: doorWindow(event).closesAt,
    color: themeOf(brand).button.background,
  };
}
