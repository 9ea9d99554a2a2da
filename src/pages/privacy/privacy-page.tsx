import type { Texts } from "../../i18n/texts.ts";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";
import { TopBar } from "../top-bar.tsx";

/** Explains which data about guests is stored, and why. @param logDays days until accesses are aggregated to counts */
export function privacyPage(texts: Texts, logDays: number): Page {
  const { format } = texts;
  return {
    title: format("privacy.title"),
    texts,
    body: (
      <>
        <TopBar />
        <main>
          <h1>{format("privacy.title")}</h1>
          <p>{format("privacy.lead")}</p>
          <h2>{format("privacy.host-title")}</h2>
          <p>{format("privacy.host")}</p>
          <h2>{format("privacy.cookies-title")}</h2>
          <p>{format("privacy.device")}</p>
          <p>{format("privacy.device-end")}</p>
          <p>{format("privacy.pass")}</p>
          <p>{format("privacy.wallet")}</p>
          <p>{format("privacy.language")}</p>
          <h2>{format("privacy.keep-title")}</h2>
          <p>{format("privacy.keep", { count: logDays })}</p>
          <p>{format("privacy.rights")}</p>
          <LanguageSwitch to="/privacy" />
        </main>
      </>
    ),
  };
}
