import { Outlet } from "@tanstack/react-router";
import { useEvent } from "../api/client.ts";
import { LiveContext, useLiveSocket } from "../api/live.ts";
import { dateTime, textsOf } from "../i18n/text.tsx";
import { Link } from "../ui/button.tsx";
import { Main } from "./account-frame.tsx";
import { useCurrentInView } from "./sub-nav.tsx";

const t = textsOf("common");

const SCREENS = [
  ["", "nav-overview"],
  ["/guests", "nav-guests"],
  ["/send", "nav-send"],
  ["/messages", "nav-messages"],
  ["/door", "nav-door"],
  ["/safety", "nav-safety"],
  ["/look", "nav-look"],
  ["/team", "nav-team"],
  ["/settings", "nav-settings"],
  ["/log", "nav-log"],
] as const;

/** The frame of an event's screens: its name, a link to each, and the live socket that they share. */
export function EventFrame() {
  const event = useEvent();
  const live = useLiveSocket(event.id);
  const nav = useCurrentInView();
  return (
    <LiveContext value={live}>
      <div className="event-frame">
        <nav ref={nav} className="event-nav" aria-label={t("navigation")}>
          <div className="event-name stack tight">
            <strong className="break">{event.name}</strong>
            <span className="muted small">{dateTime(event.event_date, event.timezone)}</span>
            <span className={live.state === "live" ? "live-state live" : "live-state"} role="status">
              {t(live.state === "live" ? "live" : `live-${live.state}`)}
            </span>
          </div>
          <ul>
            {SCREENS.map(([path, name]) => (
              <li key={name}>
                <Link
                  to={`/events/$eventId${path}`}
                  params={{ eventId: event.id }}
                  activeOptions={{ exact: path === "" }}
                >
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Main>
          <Outlet />
        </Main>
      </div>
    </LiveContext>
  );
}
