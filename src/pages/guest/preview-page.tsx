import type { LinkPreview } from "../../access/view-invitation.ts";
import type { Texts } from "../../i18n/texts.ts";
import { themeNamed } from "../../kernel/themes.ts";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";
import { hostIn } from "./host-in.ts";
import { linkCard } from "./link-card.ts";

interface PreviewPageInput {
  texts: Texts;
  preview: LinkPreview;
  token: string;
  /** The value of `?edit=`, which may be invalid. */
  editNonce: string | undefined;
  /** The response that the link chose. */
  chosen: string | null;
}

/**
 * Returns the invitation page for bots and link scanners. People see it if their browser prefetched the page, or if
 * their network also scans emails. The button is for these people, because bots press no buttons.
 */
export function previewPage(input: PreviewPageInput): Page {
  const { texts, preview, token, editNonce, chosen } = input;
  const { eventName, hostName, branding } = preview;
  const { primaryColor = null, font = null, coverUrl = null } = branding ?? {};
  const theme = themeNamed(branding?.theme);
  return {
    title: texts.format("guest.invited-title", { event: eventName }),
    texts,
    card: linkCard(texts, { ...preview, theme, coverUrl }),
    brand: { primaryColor, font, theme, logoUrl: null, coverUrl: null },
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1>{eventName}</h1>
        <p>{texts.format("guest.invited-by", { host: hostIn(texts, hostName) })}</p>
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
