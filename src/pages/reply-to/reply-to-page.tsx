import type { ReplyToRequest } from "../../features/events/confirm-reply-to.ts";
import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

/** Asks the owner of an address for replies. The button confirms and not the link, because link scanners open links too. */
export function replyToPage({ address, eventName }: ReplyToRequest, token: string): Page {
  return formPage({
    title: "Confirm replies",
    children: (
      <>
        <p>
          When guests of <strong>{eventName}</strong> reply to an email, should it go to <strong>{address}</strong>?
        </p>
        <form method="post" action="/confirm-reply-to">
          <input type="hidden" name="token" value={token} />
          <button type="submit" class="wide">
            Yes, send replies here
          </button>
        </form>
      </>
    ),
  });
}
