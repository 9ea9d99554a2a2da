import { useText } from "../../../i18n/use-text.tsx";
import { Page } from "../../../ui/page.tsx";

export function Screen() {
  const t = useText("guest");
  return <Page title={t("guest-title")}>{null}</Page>;
}
