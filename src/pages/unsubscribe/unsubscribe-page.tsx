import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

/** Asks for confirmation, because link scanners open the links of a mail. */
export function unsubscribePage(address: string, token: string): Page {
  return formPage({
    title: "No more of these mails?",
    children: (
      <>
        <p>
          We will send no more invitations, reminders and messages of hosts to <strong>{address}</strong>. What you ask
          for yourself, such as the confirmation of an answer, still arrives.
        </p>
        <form method="post" action={`/unsubscribe?token=${encodeURIComponent(token)}`}>
          <button type="submit" class="wide">
            Unsubscribe
          </button>
        </form>
      </>
    ),
  });
}

export function unsubscribedPage(): Page {
  return formPage({
    title: "You are unsubscribed",
    children: <p>There will be no more invitations, reminders and messages of hosts to this address.</p>,
  });
}

/** For a token that is not valid, mostly because a mail program cut the link. */
export function brokenLinkPage(): Page {
  return formPage({
    title: "This link is not whole",
    children: <p>Please use the one at the end of the mail, or your mailbox's own way to unsubscribe.</p>,
  });
}
