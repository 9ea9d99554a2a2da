import type { Page } from "../page.tsx";

/** @param sentTo the address, masked */
export function editLinkSentPage(sentTo: string, invitationHref: string): Page {
  return {
    title: "A link is on its way",
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1>Look at your mails</h1>
        <p role="status">
          We have sent a link to <strong>{sentTo}</strong>. It lets you see and change your answer once, within 30
          minutes.
        </p>
        <p>
          <a href={invitationHref}>Back to the invitation</a>
        </p>
      </main>
    ),
  };
}
