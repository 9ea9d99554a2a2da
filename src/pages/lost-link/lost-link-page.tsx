import type { Texts } from "../../i18n/texts.ts";
import { Field, formPage, Proof } from "../account/form-page.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";

/** The form for a guest who has lost the link of an invitation. */
export function lostLinkPage(
  texts: Texts,
  { isRefused, email = "", proof }: { isRefused: boolean; email?: string | undefined; proof?: string | undefined },
): Page {
  const { format } = texts;
  return formPage({
    title: format("lost-link.title"),
    texts,
    error: isRefused ? format("lost-link.invalid-email") : null,
    children: (
      <>
        <p>{format("lost-link.lead")}</p>
        <form method="post" action="/lost-link/sent">
          <Proof value={proof} />
          <Field name="email" label={format("lost-link.email")} type="email" autocomplete="email" value={email} />
          <button type="submit" class="wide">
            {format("lost-link.send")}
          </button>
        </form>
        <LanguageSwitch to="/lost-link" />
      </>
    ),
  });
}
