import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { isUsherError } from "@usher/client";
import { useEvent } from "../../../api/client.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { buttonClass, Link } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Badge, Empty, Loading, Refusal } from "../../../ui/states.tsx";
import { invitationState, standingState } from "../guest-state.ts";
import { useFollowFrames } from "../queries.ts";
import { Details } from "./details.tsx";
import { Devices } from "./devices.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { guestQuery, listedGuest } from "./queries.ts";
import { ReplyCard } from "./reply-card.tsx";
import { Timeline } from "./timeline.tsx";
import "../screen.css";
import "./screen.css";

const t = textsOf("guest");
const guests = textsOf("guests");

/** One guest: reply, invitation, devices, timeline and details. */
export function Screen() {
  const { guestId } = useParams({ from: "/account-frame/events/$eventId/guests/$guestId" });
  const event = useEvent();
  const eventId = event.id;
  const canEdit = event.your_role !== "viewer";
  const query = useQuery({ ...guestQuery(eventId, guestId), placeholderData: () => listedGuest(eventId, guestId) });
  const { data: guest, error, refetch } = query;
  // Keeps the cached list up to date.
  useFollowFrames(eventId);
  const back = (
    <Link to="/events/$eventId/guests" params={{ eventId }} className="small">
      {t("all-guests")}
    </Link>
  );
  if (guest === undefined) {
    return (
      <Page title={t("guest-title")} lead={back}>
        {isUsherError(error, "not_found") ? (
          <Empty
            title={t("missing-title")}
            action={
              <Link to="/events/$eventId/guests" params={{ eventId }} className={buttonClass("quiet")}>
                {t("all-guests")}
              </Link>
            }
          >
            {t("missing-lead")}
          </Empty>
        ) : (
          <Loading query={query} lines={8} label={t("loading")} />
        )}
      </Page>
    );
  }
  const standing = standingState(guest);
  const invitation = invitationState(guest);
  return (
    <Page title={guest.name} lead={back}>
      <div className="row guest-status">
        <Badge tone={standing.tone}>{guests(standing.key)}</Badge>
        {invitation.key === "is-none" ? null : <Badge tone={invitation.tone}>{guests(invitation.key)}</Badge>}
        {guest.table === null ? null : <span className="muted">{tableWords(guest.table)}</span>}
      </div>
      <Refusal error={error} onRetry={() => void refetch()} />
      <div className="guest-columns">
        <div className="stack">
          <ReplyCard event={event} guest={guest} canEdit={canEdit} />
          {canEdit ? <InvitationCard event={event} guest={guest} /> : null}
          <Devices event={event} guest={guest} canEdit={canEdit} />
        </div>
        <Timeline event={event} guestId={guestId} />
        <Details key={guestId} guest={guest} canEdit={canEdit} />
      </div>
    </Page>
  );
}

/** "Table 7", also where the host has written only the number. */
function tableWords(table: string): string {
  return /^\d+$/.test(table) ? t("at-table", { table }) : table;
}
