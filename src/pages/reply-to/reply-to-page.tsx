import type { ReplyToRequest } from "../../events/confirm-reply-to.ts";
import type { Texts } from "../../i18n/texts.ts";
import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";
import { T } from "../texts.tsx";

/** Asks the owner of an address for replies. The button confirms and not the link, because link scanners open links too. */
export function replyToPage(texts: Texts, { address, eventName }: ReplyToRequest, token: string): Page {
  return formPage({
    title: texts.format("reply-to.title"),
    texts,
    children: (
      <>
        <p>
          <T id="reply-to.question" values={{ event: eventName, address }} />
        </p>
        <form method="post" action="/confirm-reply-to">
          <input type="hidden" name="token" value={token} />
          <button type="submit" class="wide">
            {texts.format("reply-to.yes")}
          </button>
        </form>
      </>
    ),
  });
}
