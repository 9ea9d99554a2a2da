import { useEvent } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Page } from "../../ui/page.tsx";
import { Accesses } from "./accesses.tsx";
import { Allowlist } from "./allowlist.tsx";
import { Codes } from "./codes.tsx";
import { Forwarded } from "./forwarded.tsx";
import { ReplyNetworks } from "./reply-networks.tsx";
import { Strictness } from "./strictness.tsx";

const t = textsOf("safety");

/** Accesses of the event, and the settings of risk. */
export function Screen() {
  const event = useEvent();
  const eventId = event.id;
  const isEditor = event.your_role !== "viewer";
  return (
    <Page title={t("title")} lead={t("lead")}>
      <ReplyNetworks event={event} mayDecide={isEditor} />
      <Accesses event={event} mayJudge={isEditor} />
      <Forwarded event={event} mayChange={isEditor} />
      <Strictness eventId={eventId} mayChange={isEditor} />
      <Codes event={event} mayChange={isEditor} />
      {isEditor ? <Allowlist event={event} /> : null}
    </Page>
  );
}
