import { LANGUAGES } from "../../i18n/languages.ts";
import { useTexts } from "../texts.tsx";

/** Changes the language of a page, without a script. Each language is named by its own name. @param to the page's path */
export function LanguageSwitch({ to }: { to: string }) {
  const texts = useTexts();
  return (
    <form method="post" action="/language" class="language">
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
