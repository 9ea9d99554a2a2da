import { type Context, Hono } from "hono";
import { every } from "hono/combine";
import { type InvitationView, viewInvitation } from "../../access/view-invitation.ts";
import { applePassFile, appleWalletOf } from "../../door/passes/apple-wallet.ts";
import { googleSaveLink, googleWalletOf } from "../../door/passes/google-wallet.ts";
import { type PassFacts, passIdOf } from "../../door/passes/pass-facts.ts";
import type { Config } from "../../env.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { shortCodeFor } from "../../invitations/door-code/door-code.ts";
import { GUEST_LINK, guestLinkOf } from "../../invitations/guest-link-guard.ts";
import { themeOf } from "../../kernel/brand.ts";
import { notFound } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { presentRsvp } from "../../rsvp/schemas.ts";
import { partyText } from "./answered-card.tsx";
import { guestTexts } from "./guest-texts.ts";
import { hostAtStart } from "./host-in.ts";
import type { Wallet } from "./wallet-link.tsx";

export const walletPages = new Hono<AppEnv>();

/**
 * Redirects to Google Wallet with the guest's pass. Signs the pass on this request, because the page is opened far more
 * often. Redirects back to the page if the page shows no pass.
 */
walletPages.get("/i/:token/wallet/google", every(...GUEST_LINK.guards), async (c) => {
  const { config, clock } = c.var.ctx;
  const wallet = googleWalletOf(config);
  if (wallet === null) throw notFound();
  const pass = await passOf(c);
  if (pass === null) return c.redirect(`/i/${guestLinkOf(c).token}`, 303);
  return c.redirect(await googleSaveLink(wallet, pass, clock.now()), 303);
});

/** Returns the guest's pass as a file for Apple Wallet. */
walletPages.get("/i/:token/wallet/apple", every(...GUEST_LINK.guards), async (c) => {
  const { config, clock } = c.var.ctx;
  const wallet = appleWalletOf(config);
  if (wallet === null) throw notFound();
  const pass = await passOf(c);
  if (pass === null) return c.redirect(`/i/${guestLinkOf(c).token}`, 303);
  return c.body(await applePassFile(wallet, pass, clock.now()), 200, {
    "Content-Type": "application/vnd.apple.pkpass",
    "Content-Disposition": 'attachment; filename="pass.pkpass"',
    "Cache-Control": "private, no-store",
  });
});

/** The wallets that are configured. */
export function walletsOf(config: Config): Wallet[] {
  return [...(googleWalletOf(config) ? ["google" as const] : []), ...(appleWalletOf(config) ? ["apple" as const] : [])];
}

/** Returns the guest's pass; null if this device or bot may not see it. */
async function passOf(c: Context<AppEnv>): Promise<PassFacts | null> {
  const view = await viewInvitation(c.var.ctx, guestLinkOf(c), { facts: requestFacts(c) });
  return "preview" in view ? null : passFacts(c, view);
}

/** Returns the content of the pass; null if this device may not see it. */
async function passFacts(
  c: Context<AppEnv>,
  { invitation, rsvp, doorCode }: InvitationView,
): Promise<PassFacts | null> {
  if (rsvp === null || doorCode === null) return null;
  const { event, guest, token, hostName, branding } = invitation;
  const texts = await guestTexts(c);
  const { primaryColor = null, theme = null } = branding ?? {};
  const brand = { primaryColor, theme, font: null, logoUrl: null, coverUrl: null };
  const { button } = themeOf(brand);
  return {
    event,
    hostName: hostAtStart(texts, hostName),
    guestName: guest.name,
    party: partyText(texts, presentRsvp(rsvp, invitation.waitlistPosition)),
    language: texts.locale,
    code: await shortCodeFor(c.var.ctx, doorCode),
    passId: await passIdOf(guest.id, token.id),
    validUntil: eventWindow(event).closesAt,
    color: button.background,
    textColor: button.text,
  };
}
