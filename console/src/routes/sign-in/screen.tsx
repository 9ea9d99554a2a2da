import { useRouter, useSearch } from "@tanstack/react-router";
import { queryClient } from "../../api/queries.ts";
import { Text, useText } from "../../i18n/use-text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { Link } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** What the owner of a locked account can do. For everybody, because the error of a sign-in must not tell who has an account. */
function Locked() {
  const t = useText("sign-in");
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
        <div className="stack tight">
          {/* A page of its own, as the link of its mail is. */}
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
