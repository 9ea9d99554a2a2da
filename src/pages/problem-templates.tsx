import type { Texts } from "../i18n/texts.ts";
import { templateOf } from "./page.tsx";
import { problemPage } from "./problem-page.tsx";

/** The pages of what the edge Worker refuses, as files in one language: by their name, see src/edge/answers.ts. */
export function problemTemplates(texts: Texts): Record<"link" | "unavailable", string> {
  const { format } = texts;
  const lostLink = { href: "/lost-link", text: format("problem.mail-link") };
  const link = problemPage(format("problem.link-title"), format("problem.not-found"), lostLink);
  const unavailable = problemPage(format("problem.unavailable-title"), format("problem.unavailable"), null);
  return { link: templateOf({ ...link, texts }), unavailable: templateOf({ ...unavailable, texts }) };
}
