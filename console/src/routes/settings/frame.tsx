import type { Event } from "@usher/client";
import type { ReactNode } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { SubNav } from "../../layout/sub-nav.tsx";
import { Page } from "../../ui/page.tsx";

/** The frame of the screens of an event's settings. */
export function SettingsFrame({
  event,
  title,
  lead,
  children,
}: {
  event: Event;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  const t = useText("settings");
  const params = { eventId: event.id };
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
