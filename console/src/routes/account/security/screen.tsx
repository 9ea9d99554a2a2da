import { useText } from "../../../i18n/use-text.tsx";
import { Main } from "../../../layout/account-frame.tsx";
import { Page } from "../../../ui/page.tsx";

export function Screen() {
  const t = useText("account");
  return (
    <Main>
      <Page title={t("security-title")}>{null}</Page>
    </Main>
  );
}
