import { useText } from "../../../i18n/use-text.tsx";
import { Page } from "../../../ui/page.tsx";

export function Screen() {
  const t = useText("settings");
  return <Page title={t("questions-title")}>{null}</Page>;
}
