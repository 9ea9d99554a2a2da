import type { GuestCounts } from "@usher/client";
import { useEffect, useRef, useState } from "react";
import { STANDINGS } from "../../../../src/kernel/rsvp.ts";
import { number, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { SearchField, Select } from "../../ui/field.tsx";
import {
  countOf,
  DELIVERIES,
  furtherConditions,
  type GuestFilter,
  RESPONSES,
  SORTS,
  STATES,
  type State,
  stateOf,
  withState,
} from "./filter.ts";

const t = textsOf("guests");

/** Delay between typing and the search, in milliseconds. */
const TYPING_MS = 250;
const ANY = "any";

interface ToolbarProps {
  filter: GuestFilter;
  counts: GuestCounts | undefined;
  onChange: (filter: GuestFilter) => void;
}

/** Search, order, and the filters without a count. */
export function Toolbar({ filter, counts, onChange }: ToolbarProps) {
  const conditions = furtherConditions(filter);
  const [isOpen, setOpen] = useState(conditions > 0);
  return (
    <div className="stack tight">
      <div className="row guest-tools">
        <div className="grow">
          <Search filter={filter} onChange={onChange} />
        </div>
        <Select
          label={t("sort")}
          isLabelHidden
          value={filter.sort ?? "-created_at"}
          options={SORTS.map((sort) => ({ value: sort, label: t(`sort-${sort}`) }))}
          onChange={(sort) => onChange(sort === "-created_at" ? without(filter, "sort") : { ...filter, sort })}
        />
        <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {conditions === 0 ? t("filters") : t("filters-on", { count: conditions })}
        </Button>
      </div>
      {isOpen ? <Filters filter={filter} counts={counts} onChange={onChange} /> : null}
    </div>
  );
}

/** Searches when typing pauses, so that not every letter is a new URL. */
function Search({ filter, onChange }: Pick<ToolbarProps, "filter" | "onChange">) {
  const [text, setText] = useState(filter.q ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ filter, onChange });
  latest.current = { filter, onChange };
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { filter: current, onChange: change } = latest.current;
      const q = typed.trim();
      change(q === "" ? without(current, "q") : { ...current, q });
    }, TYPING_MS);
  };
  return <SearchField label={t("search")} value={text} onChange={search} maxLength={100} />;
}

function Filters({ filter, counts, onChange }: ToolbarProps) {
  const set = <Name extends keyof GuestFilter>(name: Name, value: GuestFilter[Name] | undefined) =>
    onChange(value === undefined ? without(filter, name) : { ...filter, [name]: value });
  const flag = (name: "invited" | "opened" | "checked_in") => (
    <Select
      label={t(`filter-${name}`)}
      value={filter[name] === undefined ? ANY : filter[name] ? "yes" : "no"}
      options={[
        { value: ANY, label: t("any") },
        { value: "yes", label: t("yes") },
        { value: "no", label: t("no") },
      ]}
      onChange={(value) => set(name, value === ANY ? undefined : value === "yes")}
    />
  );
  return (
    <fieldset className="card guest-filters" aria-label={t("filters")}>
      <Select
        label={t("filter-standing")}
        value={filter.standing ?? ANY}
        options={[{ value: ANY, label: t("any") }, ...STANDINGS.map((value) => ({ value, label: t(`is-${value}`) }))]}
        onChange={(value) => set("standing", value === ANY ? undefined : value)}
      />
      <Select
        label={t("filter-response")}
        value={filter.response ?? ANY}
        options={[
          { value: ANY, label: t("any") },
          ...RESPONSES.map((value) => ({ value, label: t(`response-${value}`) })),
        ]}
        onChange={(value) => set("response", value === ANY ? undefined : value)}
      />
      <Select
        label={t("filter-delivery")}
        value={filter.delivery ?? ANY}
        options={[
          { value: ANY, label: t("any") },
          ...DELIVERIES.map((value) => ({ value, label: t(`delivery-${value}`) })),
        ]}
        onChange={(value) => set("delivery", value === ANY ? undefined : value)}
      />
      <Named
        label={t("filter-tag")}
        value={filter.tag}
        options={(counts?.tags ?? []).map(({ tag, guests }) => ({
          value: tag,
          label: t("named", { name: tag, count: guests }),
        }))}
        onChange={(value) => set("tag", value)}
      />
      <Named
        label={t("filter-table")}
        value={filter.table}
        options={(counts?.tables ?? []).map(({ table, guests }) => ({
          value: table,
          label: t("named", { name: table, count: guests }),
        }))}
        onChange={(value) => set("table", value)}
      />
      {flag("invited")}
      {flag("opened")}
      {flag("checked_in")}
      <Button look="text" onPress={() => onChange({ ...(filter.q === undefined ? {} : { q: filter.q }) })}>
        {t("clear-filters")}
      </Button>
    </fieldset>
  );
}

/** Selects a tag or a table. Values have the prefix `:`, because a name may be any text, also `any`. */
function Named({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}) {
  const known = value === undefined || options.some((option) => option.value === value);
  const all = known ? options : [...options, { value, label: value }];
  return (
    <Select
      label={label}
      value={value === undefined ? ANY : `:${value}`}
      options={[
        { value: ANY, label: t("any") },
        ...all.map((option) => ({ value: `:${option.value}`, label: option.label })),
      ]}
      onChange={(chosen) => onChange(chosen === ANY ? undefined : chosen.slice(1))}
    />
  );
}

function without(filter: GuestFilter, name: keyof GuestFilter): GuestFilter {
  const { [name]: _, ...rest } = filter;
  return rest;
}

/** States that are shown only if they have guests. */
const RARE: State[] = ["waitlisted", "offered", "unseated", "walk_in", "undelivered", "checked-in", "maybe"];

/** The counts of the list. Each is a filter. */
export function StatusFilters({
  counts,
  filter,
  onChange,
}: {
  counts: GuestCounts | undefined;
  filter: GuestFilter;
  onChange: (filter: GuestFilter) => void;
}) {
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
          <span className="state-count numeric">{counts === undefined ? "…" : number(shownCount(counts, state))}</span>
          <span>{stateWords(counts, state)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Coming are people; every other state counts the guests of the list, and so parties. */
function shownCount(counts: GuestCounts, state: State): number {
  return state === "coming" ? counts.people_coming : countOf(counts, state);
}

function stateWords(counts: GuestCounts | undefined, state: State): string {
  if (state !== "coming" || counts === undefined) return t(`state-${state}`);
  return t("state-coming-parties", { people: counts.people_coming, parties: counts.standings.coming });
}
