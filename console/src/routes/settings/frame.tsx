import type { ReactNode } from "react";
import { useEvent } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { SubNav } from "../../layout/sub-nav.tsx";
import { Page } from "../../ui/page.tsx";

const t = textsOf("settings");

export function SettingsFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const params = { eventId: useEvent().id };
  return (
    <Page title={title} lead={lead}>
      <SubNav
        label={t("title")}
        links={[
          { words: t("nav-event"), to: "/events/$eventId/settings", params },
          { words: t("nav-questions"), to: "/events/$eventId/settings/questions", params },
          { words: t("nav-seats"), to: "/events/$eventId/settings/seats", params },
          { words: t("nav-alerts"), to: "/events/$eventId/settings/alerts", params },
        ]}
      />
      {children}
    </Page>
  );
}
