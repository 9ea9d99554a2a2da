import { useRouter, useSearch } from "@tanstack/react-router";
import { queryClient } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** How do I get in? */
export function Screen() {
  const t = useText("sign-in");
  const { next } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const enter = () => {
    queryClient.clear();
    router.history.push(router.options.basepath + (next ?? "/"));
  };
  return (
    <Main isNarrow>
      <Page title={t("title")} lead={t("lead")}>
        <SignInForm onSignedIn={enter} />
      </Page>
    </Main>
  );
}
