import { useState } from "react";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Badge } from "../../ui/states.tsx";
import { type CheckedRow, type Column, groupOf } from "./plan.ts";
import type { Import } from "./use-import.ts";

const t = textsOf("import");

/** Rows to fix that are shown at first, and with each "more". */
const FIXES_SHOWN = 10;

/** Rows that are invalid, to be fixed in place. A fixed row stays, so that nothing jumps. */
export function FixRows({ list, rows }: { list: Import; rows: CheckedRow[] }) {
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
