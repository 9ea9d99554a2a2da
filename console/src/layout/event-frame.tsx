import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { LiveContext, useLiveSocket } from "../api/live.ts";
import { useEvent } from "../api/queries.ts";
import { dateTime } from "../i18n/formats.ts";
import { useText } from "../i18n/use-text.tsx";
import { Link } from "../ui/button.tsx";
import { Main } from "./account-frame.tsx";

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

/** The frame of an event's screens: its name, the way to each of them, and the live socket that all of them share. */
export function EventFrame() {
  const t = useText("common");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId" });
  const event = useEvent(eventId);
  const live = useLiveSocket(eventId);
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the navigation is a line that scrolls, and the screen's own entry may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry changes with the path
  useEffect(() => {
    const entry = nav.current?.querySelector('[data-status="active"]');
    entry?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
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
                <Link to={`/events/$eventId${path}`} params={{ eventId }} activeOptions={{ exact: path === "" }}>
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
