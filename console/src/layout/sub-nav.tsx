import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { Link } from "../ui/button.tsx";

/** Scrolls the current screen's link into view: on a phone a navigation is one line, which may hide that link. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path
  useEffect(() => {
    nav.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return nav;
}

/** Links between related screens, such as those of an event's settings. @param label names the group to screen readers */
export function SubNav({
  label,
  links,
}: {
  label: string;
  links: { words: string; to: string; params?: { eventId: string } }[];
}) {
  const nav = useCurrentInView();
  return (
    <nav ref={nav} aria-label={label} className="sub-nav">
      <ul className="plain-list">
        {links.map(({ words, to, params }) => (
          <li key={to}>
            <Link
              to={to}
              {...(params === undefined ? {} : { params })}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
