import type { GuestCounts } from "@usher/client";
import { number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { countOf, type GuestFilter, STATES, type State, stateOf, withState } from "./filter.ts";

/** These are shown only where there are such guests: most events have none. */
const RARE: State[] = ["waitlisted", "undelivered", "checked-in", "maybe"];

/** The counts of the list; each is a filter. */
export function StatusFilters({
  counts,
  filter,
  onChange,
}: {
  counts: GuestCounts | undefined;
  filter: GuestFilter;
  onChange: (filter: GuestFilter) => void;
}) {
  const t = useText("guests");
  const chosen = stateOf(filter);
  const shown = (Object.keys(STATES) as State[]).filter(
    (state) => !RARE.includes(state) || state === chosen || (counts !== undefined && countOf(counts, state) > 0),
  );
  return (
    <fieldset className="states plain" aria-label={t("states")}>
      {shown.map((state) => (
        <button
          key={state}
          type="button"
          className={state === "undelivered" ? "state bad" : "state"}
          aria-pressed={state === chosen}
          onClick={() => onChange(withState(filter, state))}
        >
          <span className="state-count numeric">{counts === undefined ? "…" : number(countOf(counts, state))}</span>
          <span>{t(`state-${state}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}
