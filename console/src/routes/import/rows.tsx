import { useState } from "react";
import { list as joined, number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Badge } from "../../ui/states.tsx";
import { type CheckedRow, GROUPS, type Group, groupOf } from "./plan.ts";

/** Rows of one page: a look at the list, not the list itself. */
const PAGE = 25;
const TONES: Record<Group, "good" | "warn" | "bad" | undefined> = {
  ready: "good",
  mend: "bad",
  twice: "warn",
  known: undefined,
};

/** Every row of the sheet as the API has understood it, by what would become of it. */
export function Rows({
  rows,
  leftOut,
  onLeaveOut,
}: {
  rows: CheckedRow[];
  leftOut: ReadonlySet<number>;
  onLeaveOut: (numbers: number[], isLeftOut: boolean) => void;
}) {
  const t = useText("import");
  const [chosen, setChosen] = useState<Group | null>(null);
  const [page, setPage] = useState(0);
  const counted = GROUPS.map((group) => ({ group, count: rows.filter((row) => groupOf(row) === group).length }));
  const shownGroups = counted.filter(({ count }) => count > 0);
  // Guests who may be on the list twice need a decision, so they are shown first.
  const group =
    chosen ?? (shownGroups.some((one) => one.group === "twice") ? "twice" : (shownGroups[0]?.group ?? "ready"));
  const found = rows.filter((row) => groupOf(row) === group);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const at = Math.min(page, pages - 1);
  return (
    <section className="card stack" aria-labelledby="rows">
      <h2 id="rows">{t("rows-title")}</h2>
      <fieldset className="states plain" aria-label={t("rows-title")}>
        {shownGroups.map((one) => (
          <button
            key={one.group}
            type="button"
            className="state"
            aria-pressed={one.group === group}
            onClick={() => {
              setChosen(one.group);
              setPage(0);
            }}
          >
            <span className="state-count numeric">{number(one.count)}</span>
            <span>{t(`group-${one.group}`)}</span>
          </button>
        ))}
      </fieldset>
      {group === "twice" ? (
        <>
          <p>{t("twice-lead")}</p>
          <div className="row">
            <Button
              look="quiet"
              isSmall
              onPress={() =>
                onLeaveOut(
                  found.map(({ row }) => row),
                  true,
                )
              }
            >
              {t("twice-leave-out")}
            </Button>
            <Button
              look="quiet"
              isSmall
              onPress={() =>
                onLeaveOut(
                  found.map(({ row }) => row),
                  false,
                )
              }
            >
              {t("twice-import")}
            </Button>
          </div>
        </>
      ) : null}
      {group === "known" ? <p>{t("known-lead")}</p> : null}
      <ul className="plain-list import-rows">
        {found.slice(at * PAGE, (at + 1) * PAGE).map((row) => (
          <li key={row.row}>
            <Row row={row} group={group} isLeftOut={leftOut.has(row.row)} onLeaveOut={onLeaveOut} />
          </li>
        ))}
      </ul>
      {pages > 1 ? (
        <div className="row">
          <Button look="quiet" isSmall isDisabled={at === 0} onPress={() => setPage(at - 1)}>
            {t("page-before")}
          </Button>
          <span className="muted numeric" role="status">
            {t("page", { page: at + 1, pages })}
          </span>
          <Button look="quiet" isSmall isDisabled={at === pages - 1} onPress={() => setPage(at + 1)}>
            {t("page-after")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Row({
  row,
  group,
  isLeftOut,
  onLeaveOut,
}: {
  row: CheckedRow;
  group: Group;
  isLeftOut: boolean;
  onLeaveOut: (numbers: number[], isLeftOut: boolean) => void;
}) {
  const t = useText("import");
  const { checked } = row;
  const tone = TONES[group];
  const facts = [checked.email, checked.phone, checked.table === null ? null : t("at-table", { table: checked.table })];
  const others = [...checked.tags, ...checked.companions.map(({ name }) => name)];
  const words = [...facts, others.length === 0 ? null : joined(others)].filter((fact) => fact !== null).join(" · ");
  return (
    <div className="import-row">
      <span className="muted numeric small">{t("row", { number: String(row.row) })}</span>
      <span className="grow stack import-who">
        <strong dir="auto" className="break">
          {checked.name ?? t("no-name")}
          {checked.party_size === null ? "" : ` ${t("party", { count: checked.party_size })}`}
        </strong>
        <span className="muted small break" dir="auto">
          {words}
        </span>
      </span>
      {group === "twice" ? (
        <Checkbox isSelected={!isLeftOut} onChange={(isWanted) => onLeaveOut([row.row], !isWanted)}>
          {t("import-row")}
        </Checkbox>
      ) : (
        <Badge {...(tone === undefined ? {} : { tone })}>{t(`status-${checked.status}`)}</Badge>
      )}
    </div>
  );
}
