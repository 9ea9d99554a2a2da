import { useText } from "../../i18n/use-text.tsx";
import { Page } from "../../ui/page.tsx";

export function Screen() {
  const t = useText("overview");
  return <Page title={t("title")}>{null}</Page>;
}
