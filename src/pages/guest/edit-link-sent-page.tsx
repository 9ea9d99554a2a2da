import type { Page } from "../page.tsx";

/** @param sentTo the address, masked */
export function editLinkSentPage(sentTo: string, invitationHref: string): Page {
  return {
    title: "Check your email",
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1>Check your email</h1>
        <p role="status">
          We've sent a link to <strong>{sentTo}</strong>. The link works once and expires in 30 minutes.
        </p>
        <p>
          <a href={invitationHref}>Back to the invitation</a>
        </p>
      </main>
    ),
  };
}
