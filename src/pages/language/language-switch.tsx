import { LANGUAGES } from "../../i18n/languages.ts";
import { useTexts } from "../texts.tsx";

/**
 * Changes the language of a page, without a script. Each language is named by its own name.
 * @param to the page's path
 * @param action the form's target; a guest's link stores the choice with the RSVP as well
 */
export function LanguageSwitch({ to, action = "/language" }: { to: string; action?: string }) {
  const texts = useTexts();
  return (
    <form method="post" action={action} class="language">
      <input type="hidden" name="to" value={to} />
      <select name="language" aria-label={texts.format("common.language")}>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option value={tag} lang={tag} selected={tag === texts.locale}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" class="plain">
        {texts.format("common.language-change")}
      </button>
    </form>
  );
}
