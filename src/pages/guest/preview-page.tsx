import { hostLabel } from "../../kernel/host-label.ts";
import type { Page } from "../page.tsx";

/** What a link to an invitation shows in a chat or a mail: event and host, and nobody's name besides. */
export function cardOf(eventName: string, hostName: string): { title: string; description: string } {
  return { title: eventName, description: `You're invited by ${hostLabel(hostName)}.` };
}

interface PreviewPageInput {
  eventName: string;
  hostName: string;
  token: string;
  /** The value of `?edit=`, whether it is good or not. */
  editNonce: string | undefined;
  /** The response that the link chose. */
  chosen: string | null;
}

/**
 * The invitation as a program sees it. A person may see it, too: where a browser has loaded the page ahead, or a network
 * that scans mails is the person's own. The button is for that person; programs press none.
 */
export function previewPage(input: PreviewPageInput): Page {
  const { eventName, hostName, token, editNonce, chosen } = input;
  return {
    title: `You're invited: ${eventName}`,
    card: cardOf(eventName, hostName),
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1>{eventName}</h1>
        <p>You're invited by {hostLabel(hostName)}.</p>
        <form method="post" action={`/i/${token}`}>
          <input type="hidden" name="intent" value="open" />
          {editNonce === undefined ? null : <input type="hidden" name="edit_nonce" value={editNonce} />}
          {chosen === null ? null : <input type="hidden" name="answer" value={chosen} />}
          <button type="submit" class="wide">
            Open your invitation
          </button>
        </form>
      </main>
    ),
  };
}
