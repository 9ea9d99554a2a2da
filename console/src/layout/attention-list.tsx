import type { Attention } from "@usher/client";
import { textsOf } from "../i18n/text.tsx";
import { Link } from "../ui/button.tsx";

const t = textsOf("common");

/** The counts, the most urgent first, with the screen for each. */
const KINDS = {
  asked: { screen: "safety", search: { accesses: "asked" } },
  blocked: { screen: "safety", search: { accesses: "block" } },
  reply_networks: { screen: "safety", search: {} },
  over_capacity: { screen: "guests", search: { standing: "coming" } },
  undelivered: { screen: "guests", search: { standing: "silent", delivery: "undelivered" } },
  passed_over: { screen: "seats" },
  waitlisted: { screen: "guests", search: { standing: "waitlisted" } },
  offered: { screen: "guests", search: { standing: "offered" } },
  unopened: { screen: "guests", search: { standing: "silent", opened: false } },
} as const;
type Kind = keyof typeof KINDS;

export interface AttentionItem {
  kind: Kind;
  count: number;
}

export function itemsOf(counts: Attention): AttentionItem[] {
  const kinds = Object.keys(KINDS) as Kind[];
  return kinds.map((kind) => ({ kind, count: counts[kind] })).filter(({ count }) => count > 0);
}

export function AttentionList({ eventId, items }: { eventId: string; items: AttentionItem[] }) {
  return (
    <ul className="plain-list attention">
      {items.map(({ kind, count }) => (
        <li key={kind} data-kind={kind}>
          <ItemLink eventId={eventId} kind={kind}>
            {t(`needs-${kind}`, { count })}
          </ItemLink>
        </li>
      ))}
    </ul>
  );
}

function ItemLink({ eventId, kind, children }: { eventId: string; kind: Kind; children: React.ReactNode }) {
  const target = KINDS[kind];
  const params = { eventId };
  switch (target.screen) {
    case "safety":
      return (
        <Link to="/events/$eventId/safety" params={params} search={target.search}>
          {children}
        </Link>
      );
    case "seats":
      return (
        <Link to="/events/$eventId/settings/seats" params={params}>
          {children}
        </Link>
      );
    case "guests":
      return (
        <Link to="/events/$eventId/guests" params={params} search={target.search}>
          {children}
        </Link>
      );
  }
}
