import type { ReportedFacts } from "../../access/reports/read-report.ts";
import type { Reported } from "../../access/reports/report-access.ts";
import { eventTime } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import { formPage } from "../account/form-page.tsx";
import { hostIn } from "../guest/host-in.ts";
import type { Page } from "../page.tsx";
import { T } from "../texts.tsx";

/** Asks for confirmation, and says what will happen. A button does it and not the link, because programs open links. */
export function notMePage(texts: Texts, found: ReportedFacts, path: string): Page {
  const { format, formats } = texts;
  const { event, access, guest, token } = found;
  const place = formats.openList([access.geoCity, access.geoCountry].filter((name): name is string => !!name));
  const time = eventTime(texts, access.at, null, event.timezone);
  const when = place === "" ? time : format("not-me.time-and-place", { time, place });
  return formPage({
    title: format("not-me.title"),
    texts,
    children: (
      <>
        <p>
          <T id="not-me.what" values={{ kind: access.kind, when, event: event.name }} />
        </p>
        <p>{format("not-me.then")}</p>
        <ul>
          {token.revokedAt === null ? (
            <li>{format(guest.email === null ? "not-me.stop-link" : "not-me.replace-link")}</li>
          ) : null}
          {access.kind === "access" ? null : <li>{format("not-me.restore")}</li>}
          <li>{format("not-me.sign-out", { host: hostIn(texts, found.hostName) })}</li>
        </ul>
        <form method="post" action={path}>
          <button type="submit" class="wide">
            {format("not-me.button")}
          </button>
        </form>
        <p class="muted">{format("not-me.was-me")}</p>
      </>
    ),
  });
}

/** Returns the page with the result of a report, also when the guest opens the page again. */
export function reportedPage(texts: Texts, { found, answer, isNew }: Reported): Page {
  const { format } = texts;
  const isMailed = found.token.revokedAt === null && found.guest.email !== null;
  const link =
    isMailed || !isNew ? format("not-me.new-link") : format("not-me.ask-host", { host: hostIn(texts, found.hostName) });
  const kept = answer === "restored" ? format("not-me.restored") : answer === "kept" ? format("not-me.kept") : "";
  const known = format("not-me.host-knows", { host: hostIn(texts, found.hostName) });
  return formPage({
    title: format(isNew ? "not-me.thanks" : "not-me.done"),
    texts,
    children: (
      <>
        <p role="status">{texts.sentences([isNew ? "" : format("not-me.told-before"), link])}</p>
        <p>{texts.sentences([kept, known])}</p>
      </>
    ),
  });
}
