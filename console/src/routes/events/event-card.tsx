import type { Event } from "@usher/client";
import { dateTime, zoneName } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { ownTimeZone } from "../../i18n/zoned-time.ts";
import { Link } from "../../ui/button.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { Badge } from "../../ui/states.tsx";

const MORE = "⋯";

export function EventCard({ event, onCopy }: { event: Event; onCopy: () => void }) {
  const t = useText("events");
  const when = dateTime(event.event_date, event.timezone);
  const isElsewhere = event.timezone !== ownTimeZone();
  return (
    <li className="card event-card">
      <div className="stack tight">
        <h3 className="display break">
          <Link to="/events/$eventId" params={{ eventId: event.id }}>
            {event.name}
          </Link>
        </h3>
        <p className="muted">
          {isElsewhere ? t("when-in", { when, place: zoneName(event.timezone) }) : when}
          {event.venue === null ? null : (
            <>
              <br />
              <span className="break">{event.venue}</span>
            </>
          )}
        </p>
        <div className="row">
          {event.status === "cancelled" ? <Badge tone="bad">{t("cancelled")}</Badge> : null}
          {event.your_role === "owner" ? null : <Badge>{t(`role-${event.your_role}`)}</Badge>}
        </div>
      </div>
      {event.your_role === "viewer" ? null : (
        <ActionMenu
          label={t("actions-of", { name: event.name })}
          isSmall
          actions={[{ id: "copy", label: t("copy"), onAction: onCopy }]}
        >
          <span aria-hidden="true">{MORE}</span>
        </ActionMenu>
      )}
    </li>
  );
}
