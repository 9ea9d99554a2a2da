import { useRouter, useSearch } from "@tanstack/react-router";
import { queryClient } from "../../api/client.ts";
import { Text, textsOf } from "../../i18n/text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { Link } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const t = textsOf("sign-in");

/** Help for locked accounts. Shown to all, because a failed sign-in must not reveal whether an account exists. */
function Locked() {
  return (
    <details className="small">
      <summary>{t("cant-get-in")}</summary>
      <p>{t("help-locked")}</p>
      <ul>
        <li>{t("help-passkey")}</li>
        <li>{t("help-session")}</li>
        <li>
          <Text area="sign-in" id="help-link" link={(words) => <a href="/forgot-password">{words}</a>} />
        </li>
      </ul>
    </details>
  );
}

export function Screen() {
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
        <div className="stack tight">
          {/* A separate page, like the link in its email. */}
          <a href="/forgot-password">{t("forgot")}</a>
          <Locked />
          <p>
            <Text area="sign-in" id="new-here" link={(words) => <Link to="/sign-up">{words}</Link>} />
          </p>
        </div>
      </Page>
    </Main>
  );
}
