import type { Page } from "../page.tsx";
import { TopBar } from "../top-bar.tsx";

/** @param sentTo the address, masked */
export function editLinkSentPage(sentTo: string, invitationHref: string): Page {
  return {
    title: "Check your email",
    body: (
      <>
        <TopBar />
        <main>
          <h1>Check your email</h1>
          <p role="status">
            We've sent a link to <strong>{sentTo}</strong>. The link works once and expires in 30 minutes.
          </p>
          <p>
            <a href={invitationHref}>Back to the invitation</a>
          </p>
        </main>
      </>
    ),
  };
}
