import { useState } from "react";
import { list as joined, number, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, type Option, Select, Switch, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { Badge, Refusal, Skeleton } from "../../ui/states.tsx";
import { useFocus } from "../../ui/use-focus.ts";
import { PhoneCountry } from "../guests/phone-field.tsx";
import {
  type CheckedRow,
  type Column,
  countConverted,
  GROUPS,
  type Group,
  groupOf,
  IMPORT_FIELDS,
  type ImportField,
  namesGuests,
} from "./plan.ts";
import type { Import } from "./use-import.ts";

const t = textsOf("import");

const IGNORED = "ignored";
/** Rows to fix that are shown at first, and with each "more". */
const FIXES_SHOWN = 10;
/** Rows per page: a look at the list, not the list itself. */
const PAGE = 25;
const TONES: Record<Group, "good" | "warn" | "bad" | undefined> = {
  ready: "good",
  mend: "bad",
  twice: "warn",
  known: undefined,
};

/** How the sheet was understood: its columns, the rows to fix, and the button that imports. */
export function Review({
  list,
  rows,
  wanted,
  toFix,
  onImport,
  question,
  children,
}: {
  list: Import;
  rows: CheckedRow[];
  wanted: CheckedRow[];
  toFix: number;
  onImport: () => void;
  /** Asked before the import. */
  question: React.ReactNode;
  children: React.ReactNode;
}) {
  // The previous view had the focus and no longer exists.
  const review = useFocus<HTMLDivElement>();
  const toShow = rows.filter(({ row }) => list.everInvalid.has(row));
  const known = rows.filter((row) => groupOf(row) === "known").length;
  const isBlocked = list.choices.isStrict && toFix > 0;
  return (
    <div ref={review} tabIndex={-1} className="stack">
      {list.rows === null ? null : (
        <div className="card stack import-answer">
          <p className="figure" role="status">
            {t("understood", { count: rows.length - toFix, total: rows.length })}
          </p>
          {toFix > 0 ? <p>{t("to-mend", { count: toFix })}</p> : null}
          {known > 0 ? <p>{t("known", { count: known })}</p> : null}
          {list.charset === "windows-1252" ? <p className="muted">{t("old-encoding")}</p> : null}
          {question}
          <div className="row">
            <Button onPress={onImport} isDisabled={wanted.length === 0 || isBlocked || list.isChecking}>
              {t("import-count", { count: wanted.length })}
            </Button>
            {list.isChecking ? <span className="muted">{t("checking")}</span> : null}
          </div>
          {toFix > 0 ? (
            <Switch
              isSelected={list.choices.isStrict}
              onChange={(isStrict) => list.setChoices({ ...list.choices, isStrict })}
            >
              {t("strict")}
            </Switch>
          ) : null}
          {list.columns.some(({ field }) => field === "phone") ? (
            <PhoneCountry
              country={list.country}
              onChange={list.setCountry}
              help={t("phones-converted", { count: countConverted(rows) })}
            />
          ) : null}
          {list.choices.dropPhones ? (
            <Switch isSelected onChange={() => list.setChoices({ ...list.choices, dropPhones: false })}>
              {t("phones-dropped")}
            </Switch>
          ) : null}
        </div>
      )}
      {list.refusal !== null && "error" in list.refusal ? (
        <Refusal error={list.refusal.error} onRetry={list.checkAgain} />
      ) : null}
      {list.rows === null && list.isChecking ? <Skeleton lines={6} label={t("reading")} /> : null}
      <Columns list={list} />
      {toShow.length > 0 ? <FixRows list={list} rows={toShow} /> : null}
      {list.rows === null ? null : children}
    </div>
  );
}

type Choice = NonNullable<ImportField> | typeof IGNORED;

/** How each column of the sheet is read. The host can choose another field. */
function Columns({ list }: { list: Import }) {
  const isNamed = namesGuests(list.columns);
  const options: Option<Choice>[] = [
    { value: IGNORED, label: t("field-ignored") },
    ...IMPORT_FIELDS.map((field) => ({ value: field, label: t(`field-${field}`) })),
  ];
  const ignored = list.columns.filter(({ field }) => field === null).length;
  const body = (
    <ul className="plain-list import-columns">
      {list.columns.map(({ header, field, samples }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other id, and keep their places
        <li key={index} className="stack tight">
          <Select<Choice>
            label={header === "" ? t("column-unnamed", { number: index + 1 }) : header}
            value={field ?? IGNORED}
            options={options}
            onChange={(chosen) => list.choose(index, chosen === IGNORED ? null : chosen)}
          />
          <p className="muted small import-samples" dir="auto">
            {samples.length === 0 ? t("column-empty") : joined(samples)}
          </p>
        </li>
      ))}
    </ul>
  );
  if (!isNamed) {
    return (
      <Section id="columns" title={t("columns-unknown")}>
        <p>{t("columns-unknown-lead")}</p>
        {body}
        <Button look="quiet" isSmall onPress={list.treatHeaderAsGuest}>
          {t("first-row-is-guest")}
        </Button>
      </Section>
    );
  }
  return (
    <details className="card">
      <summary>
        <span className="h2">{t("columns")}</span>{" "}
        <span className="muted">{t("columns-lead", { read: list.columns.length - ignored, ignored })}</span>
      </summary>
      {body}
    </details>
  );
}

/** Rows that are invalid, to be fixed in place. A fixed row stays, so that nothing jumps. */
function FixRows({ list, rows }: { list: Import; rows: CheckedRow[] }) {
  const [shown, setShown] = useState(FIXES_SHOWN);
  const open = rows.filter((row) => groupOf(row) === "mend").length;
  const hasPhones = rows.some(({ checked }) => checked.errors.some(({ field }) => field === "phone"));
  return (
    <section className="card stack" aria-labelledby="mend">
      <div className="row spread">
        <h2 id="mend">{open === 0 ? t("mended-all") : t("mend-title", { count: open })}</h2>
        {list.isChecking ? <span className="muted small">{t("checking")}</span> : null}
      </div>
      {hasPhones && !list.choices.dropPhones ? (
        <Button look="quiet" isSmall onPress={() => list.setChoices({ ...list.choices, dropPhones: true })}>
          {t("drop-phones")}
        </Button>
      ) : null}
      <ul className="plain-list stack">
        {rows.slice(0, shown).map((row) => (
          <li key={row.row}>
            <FixRow row={row} columns={list.columns} onEdit={list.edit} />
          </li>
        ))}
      </ul>
      {rows.length > shown ? (
        <Button look="quiet" isSmall onPress={() => setShown(shown + FIXES_SHOWN)}>
          {t("mend-more", { count: rows.length - shown })}
        </Button>
      ) : null}
    </section>
  );
}

function FixRow({
  row,
  columns,
  onEdit,
}: {
  row: CheckedRow;
  columns: Column[];
  onEdit: (row: number, column: number, text: string) => void;
}) {
  const { checked, cells } = row;
  const isFixed = groupOf(row) !== "mend";
  const errorOf = (field: Column["field"]) => {
    // A name may be split over several columns.
    const named = field === "first_name" || field === "last_name" || field === "middle_name" ? "name" : field;
    return checked.errors.find((error) => error.field === named)?.message;
  };
  const ofRow = checked.errors.find(({ field }) => field === "row");
  const edited = columns.flatMap((column, index) =>
    column.field === null || column.field === "id" ? [] : [{ column, index }],
  );
  return (
    <div className={isFixed ? "mend-row is-mended" : "mend-row"}>
      <div className="row">
        <span className="muted numeric">{t("row", { number: String(row.row) })}</span>
        <strong dir="auto">{checked.name ?? t("no-name")}</strong>
        <span role="status">{isFixed ? <Badge tone="good">{t("mended")}</Badge> : null}</span>
      </div>
      {ofRow === undefined ? null : <p className="field-error">{t("row-problem", { problem: ofRow.message })}</p>}
      <div className="guest-fields">
        {edited.map(({ column, index }) => (
          <TextField
            key={index}
            label={column.header === "" ? t(`field-${column.field ?? "ignored"}`) : column.header}
            value={cells[index] ?? ""}
            onChange={(text) => onEdit(row.row, index, text)}
            error={isFixed ? undefined : errorOf(column.field)}
            autoComplete="off"
          />
        ))}
      </div>
    </div>
  );
}

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
    </Section>
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
  const { checked } = row;
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
        <Badge tone={TONES[group]}>{t(`status-${checked.status}`)}</Badge>
      )}
    </div>
  );
}
