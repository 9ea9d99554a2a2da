import type { ReactNode } from "react";
import { textsOf } from "../../i18n/text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { SubNav } from "../../layout/sub-nav.tsx";
import { Page } from "../../ui/page.tsx";

const t = textsOf("account");

export function AccountScreen({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Main>
      <Page title={title} lead={lead}>
        <SubNav
          label={t("title")}
          links={[
            { words: t("nav-profile"), to: "/account" },
            { words: t("nav-security"), to: "/account/security" },
            { words: t("nav-keys"), to: "/account/keys" },
            { words: t("nav-plan"), to: "/account/plan" },
            { words: t("nav-webhooks"), to: "/account/webhooks" },
            { words: t("nav-data"), to: "/account/data" },
          ]}
        />
        {children}
      </Page>
    </Main>
  );
}
