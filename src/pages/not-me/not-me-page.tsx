import type { ReportedRow } from "../../features/access-reports/queries.ts";
import type { Reported } from "../../features/access-reports/report-access.ts";
import { formatEventTime } from "../../kernel/event-time.ts";
import { hostLabel } from "../../kernel/host-label.ts";
import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

const DID = {
  access: "opened your invitation to",
  rsvp: "replied to your invitation to",
  edit: "changed your RSVP for",
};

/** Asks once, and says what will happen. A button does it and not the link, because programs open links. */
export function notMePage(found: ReportedRow, path: string): Page {
  const { event, access, guest } = found;
  const place = [access.geoCity, access.geoCountry].filter(Boolean).join(", ");
  return formPage({
    title: "Wasn't it you?",
    children: (
      <>
        <p>
          On {formatEventTime(access.at, event.timezone)}
          {place === "" ? "" : ` (${place})`}, somebody {DID[access.kind]} <strong>{event.name}</strong>.
        </p>
        <p>If that was somebody else, we'll:</p>
        <ul>
          {found.token.revokedAt === null ? (
            <li>stop your old link{guest.email === null ? "" : " and email you a new one"}</li>
          ) : null}
          {access.kind === "access" ? null : <li>bring back your RSVP from before</li>}
          <li>sign that device out, and let {hostLabel(found.hostName)} know</li>
        </ul>
        <form method="post" action={path}>
          <button type="submit" class="wide">
            It wasn't me
          </button>
        </form>
        <p class="muted">It was you? Then there's nothing to do. Just close this page.</p>
      </>
    ),
  });
}

/** What was done, also for who comes back to the page. */
export function reportedPage({ found, answer, isNew }: Reported): Page {
  const host = hostLabel(found.hostName);
  const isMailed = found.token.revokedAt === null && found.guest.email !== null;
  return formPage({
    title: isNew ? "Thanks for telling us" : "Already done",
    children: (
      <>
        <p role="status">
          {isNew ? "" : "You've told us before. "}
          {isMailed || !isNew
            ? "Your old link doesn't work any more. Please use the one in your newest email."
            : `Please ask ${host} for your link.`}
        </p>
        <p>
          {answer === "restored" ? "Your RSVP is what it was before. " : ""}
          {answer === "kept" ? "Your RSVP was changed again since, so we've left it. Please check it. " : ""}
          {host} knows about it.
        </p>
      </>
    ),
  });
}
