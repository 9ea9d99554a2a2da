import type { Texts } from "../../i18n/texts.ts";
import type { Page } from "../page.tsx";
import { T } from "../texts.tsx";
import { TopBar } from "../top-bar.tsx";

/** @param sentTo the address, masked */
export function editLinkSentPage(texts: Texts, sentTo: string, invitationHref: string): Page {
  return {
    title: texts.format("guest.link-sent-title"),
    texts,
    body: (
      <>
        <TopBar />
        <main>
          <h1>{texts.format("guest.link-sent-title")}</h1>
          <p role="status">
            <T id="guest.link-sent" values={{ address: sentTo }} />
          </p>
          <p>
            <a href={invitationHref}>{texts.format("guest.back")}</a>
          </p>
        </main>
      </>
    ),
  };
}
