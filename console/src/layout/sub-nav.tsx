import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Link } from "../ui/button.tsx";

/** The way between the screens of one matter, such as those of an event's settings. @param label names it to screen readers */
export function SubNav({
  label,
  links,
}: {
  label: string;
  links: { words: string; to: string; params?: { eventId: string } }[];
}) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone it is a line that scrolls, and the screen's own entry may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry changes with the path
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
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
