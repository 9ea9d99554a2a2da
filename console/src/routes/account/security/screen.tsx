import { useText } from "../../../i18n/use-text.tsx";
import { AccountScreen } from "../frame.tsx";
import { Access, AccountLog } from "./access.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Passkeys } from "./passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Sessions } from "./sessions.tsx";

/** Is my account safe, and where am I signed in? */
export function Screen() {
  const t = useText("account");
  return (
    <AccountScreen title={t("security-title")} lead={t("security-lead")}>
      <Passkeys />
      <AuthenticatorApp />
      <PasswordForm />
      <Sessions />
      <Access />
      <AccountLog />
    </AccountScreen>
  );
}
