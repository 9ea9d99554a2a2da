import { useParams } from "@tanstack/react-router";
import { useEvent } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Page } from "../../ui/page.tsx";
import { Accesses } from "./accesses.tsx";
import { Allowlist } from "./allowlist.tsx";
import { Codes } from "./codes.tsx";
import { Forwarded } from "./forwarded.tsx";
import { Strictness } from "./strictness.tsx";

/** Is somebody using another's link? */
export function Screen() {
  const t = useText("safety");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/safety" });
  const event = useEvent(eventId);
  const isEditor = event.your_role !== "viewer";
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Accesses event={event} mayJudge={isEditor} />
      <Forwarded event={event} mayChange={isEditor} />
      <Strictness eventId={eventId} mayChange={isEditor} />
      <Codes event={event} mayChange={isEditor} />
      {isEditor ? <Allowlist eventId={eventId} /> : null}
    </Page>
  );
}
