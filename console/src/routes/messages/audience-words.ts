import { useText } from "../../i18n/use-text.tsx";
import { isNamed, tagOf } from "./audience.ts";

/** Says an audience in words. @returns a function of it, and of how many were chosen if that is known */
export function useAudienceWords(): (audience: string, chosen?: number) => string {
  const t = useText("messages");
  return (audience, chosen) => {
    const tag = tagOf(audience);
    if (tag !== null) return t("audience-tag", { tag });
    if (isNamed(audience)) return t(`audience-${audience}`);
    return chosen === undefined ? t("audience-chosen") : t("audience-chosen-count", { count: chosen });
  };
}
