import type { Texts } from "../i18n/texts.ts";
import { templateOf } from "./page.tsx";
import { problemPage } from "./problem-page.tsx";

/** Returns the edge Worker's error pages in one language, by file name, see src/edge/responses.ts. */
export function problemTemplates(texts: Texts): Record<"link" | "unavailable", string> {
  const { format } = texts;
  const lostLink = { href: "/lost-link", text: format("problem.mail-link") };
  const link = problemPage(format("problem.link-title"), format("problem.not-found"), lostLink);
  const unavailable = problemPage(format("problem.unavailable-title"), format("problem.unavailable"), null);
  return { link: templateOf({ ...link, texts }), unavailable: templateOf({ ...unavailable, texts }) };
}
