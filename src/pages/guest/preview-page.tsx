import type { Texts } from "../../i18n/texts.ts";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";
import { hostIn } from "./host-in.ts";

/** What a link to an invitation shows in a chat or a mail: event and host, and nobody's name besides. */
export function cardOf(texts: Texts, eventName: string, hostName: string): { title: string; description: string } {
  return { title: eventName, description: texts.format("guest.invited-by", { host: hostIn(texts, hostName) }) };
}

interface PreviewPageInput {
  texts: Texts;
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
  const { texts, eventName, hostName, token, editNonce, chosen } = input;
  const card = cardOf(texts, eventName, hostName);
  return {
    title: texts.format("guest.invited-title", { event: eventName }),
    texts,
    card,
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1>{eventName}</h1>
        <p>{card.description}</p>
        <form method="post" action={`/i/${token}`}>
          <input type="hidden" name="intent" value="open" />
          {editNonce === undefined ? null : <input type="hidden" name="edit_nonce" value={editNonce} />}
          {chosen === null ? null : <input type="hidden" name="answer" value={chosen} />}
          <button type="submit" class="wide">
            {texts.format("guest.open")}
          </button>
        </form>
        <LanguageSwitch to={`/i/${token}`} />
      </main>
    ),
  };
}
