import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { I18nProvider } from "react-aria-components";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/client.ts";
import { loadTexts, locale } from "./i18n/catalogue.ts";
import { directionOf, languageOf } from "./i18n/locale.ts";
import "./layout/layout.css";
import { router } from "./router.tsx";
import "./ui/base.css";
import { keepFocus } from "./ui/keep-focus.ts";
import "./ui/tokens.css";
import "./ui/ui.css";

document.documentElement.lang = languageOf(locale);
document.documentElement.dir = directionOf(locale);
await loadTexts("common");

const element = document.getElementById("root");
if (element === null) throw new Error("The page has no element for the console.");
keepFocus();
createRoot(element).render(
  <StrictMode>
    {/* React Aria derives the direction from the locale, so the pseudo-locale needs a right-to-left language. */}
    <I18nProvider
      locale={directionOf(locale) === "rtl" ? "ar" : languageOf(locale) === "en" ? "en-GB" : languageOf(locale)}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
);
