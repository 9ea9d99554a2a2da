import { useState } from "react";
import { number, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/page.tsx";
import { type CheckedRow, GROUPS, type Group, groupOf } from "./plan.ts";
import { Row } from "./row.tsx";

const t = textsOf("import");

/** Rows per page: a look at the list, not the list itself. */
const PAGE = 25;

/** Every row of the sheet, by the result that its import would have. */
export function Rows({
  rows,
  leftOut,
  onLeaveOut,
}: {
  rows: CheckedRow[];
  leftOut: ReadonlySet<number>;
  onLeaveOut: (numbers: number[], isLeftOut: boolean) => void;
}) {
  const [chosen, setChosen] = useState<Group | null>(null);
  const [page, setPage] = useState(0);
  const counted = GROUPS.map((group) => ({ group, count: rows.filter((row) => groupOf(row) === group).length }));
  const shownGroups = counted.filter(({ count }) => count > 0);
  // Possible duplicates need a decision, so they are shown first.
  const group =
    chosen ?? (shownGroups.some((one) => one.group === "twice") ? "twice" : (shownGroups[0]?.group ?? "ready"));
  const found = rows.filter((row) => groupOf(row) === group);
  const byNumber = new Map(rows.map((row) => [row.checked.row, row]));
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const at = Math.min(page, pages - 1);
  return (
    <Section id="rows" title={t("rows-title")}>
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
            <Row
              row={row}
              group={group}
              rowOf={(number) => byNumber.get(number)}
              isLeftOut={leftOut.has(row.row)}
              onLeaveOut={onLeaveOut}
            />
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
    </Section>
  );
}
