import type { Child } from "hono/jsx";
import type { TextId, Texts } from "../../i18n/texts.ts";
import type { Page } from "../page.tsx";
import { T } from "../texts.tsx";
import { TopBar } from "../top-bar.tsx";

/** @param sentTo the address, masked */
export function editLinkSentPage(texts: Texts, sentTo: string, invitationHref: string): Page {
  const says = <T id="guest.link-sent" values={{ address: sentTo }} />;
  return sentPage(texts, "guest.link-sent-title", says, invitationHref);
}

/** For a guest whose host was asked to verify the browser. */
export function hostAskedPage(texts: Texts, invitationHref: string): Page {
  return sentPage(texts, "guest.asked-title", <T id="guest.asked" />, invitationHref);
}

function sentPage(texts: Texts, title: TextId, says: Child, invitationHref: string): Page {
  return {
    title: texts.format(title),
    texts,
    body: (
      <>
        <TopBar />
        <main>
          <h1>{texts.format(title)}</h1>
          <p role="status">{says}</p>
          <p>
            <a href={invitationHref}>{texts.format("guest.back")}</a>
          </p>
        </main>
      </>
    ),
  };
}
