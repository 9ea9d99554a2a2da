import type { CDPSession, Page } from "playwright-core";

/** Chromium's software authenticator, which a tab uses without asking. */
export interface VirtualAuthenticator {
  cdp: CDPSession;
  authenticatorId: string;
}

/** Adds an authenticator to a tab whose user agrees to everything. */
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
