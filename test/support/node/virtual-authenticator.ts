import type { CDPSession, Page } from "playwright-core";

/** Chromium's own authenticator in software, which a tab uses without asking. */
export interface VirtualAuthenticator {
  cdp: CDPSession;
  authenticatorId: string;
}

/** Gives a tab an authenticator that has a user, who agrees to everything. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  return { cdp, ...(await cdp.send("WebAuthn.addVirtualAuthenticator", { options })) };
}
