import { useState } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Badge } from "../../ui/states.tsx";
import { type CheckedRow, type Column, groupOf } from "./plan.ts";
import type { Import } from "./use-import.ts";

/** So many rows are shown to be mended at a time. */
const SHOWN = 10;

/** The rows that cannot be imported as they are, to be mended in place. A mended one stays, so that nothing jumps. */
export function Mend({ list, rows }: { list: Import; rows: CheckedRow[] }) {
  const t = useText("import");
  const [shown, setShown] = useState(SHOWN);
  const open = rows.filter((row) => groupOf(row) === "mend").length;
  const hasPhones = rows.some(({ checked }) => checked.errors.some(({ field }) => field === "phone"));
  return (
    <section className="card stack" aria-labelledby="mend">
      <div className="row spread">
        <h2 id="mend">{open === 0 ? t("mended-all") : t("mend-title", { count: open })}</h2>
        {list.isChecking ? <span className="muted small">{t("checking")}</span> : null}
      </div>
      {hasPhones && !list.choices.dropPhones ? (
        <div>
          <Button look="quiet" isSmall onPress={() => list.setChoices({ ...list.choices, dropPhones: true })}>
            {t("drop-phones")}
          </Button>
        </div>
      ) : null}
      <ul className="plain-list stack">
        {rows.slice(0, shown).map((row) => (
          <li key={row.row}>
            <MendRow row={row} columns={list.columns} onEdit={list.edit} />
          </li>
        ))}
      </ul>
      {rows.length > shown ? (
        <div>
          <Button look="quiet" isSmall onPress={() => setShown(shown + SHOWN)}>
            {t("mend-more", { count: rows.length - shown })}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function MendRow({
  row,
  columns,
  onEdit,
}: {
  row: CheckedRow;
  columns: Column[];
  onEdit: (row: number, column: number, text: string) => void;
}) {
  const t = useText("import");
  const { checked, cells } = row;
  const isMended = groupOf(row) !== "mend";
  const errorOf = (field: Column["field"]) => {
    // Names come from several columns.
    const named = field === "first_name" || field === "last_name" || field === "middle_name" ? "name" : field;
    return checked.errors.find((error) => error.field === named)?.message;
  };
  const ofRow = checked.errors.find(({ field }) => field === "row");
  const edited = columns.flatMap((column, index) =>
    column.field === null || column.field === "id" ? [] : [{ column, index }],
  );
  return (
    <div className={isMended ? "mend-row is-mended" : "mend-row"}>
      <div className="row">
        <span className="muted numeric">{t("row", { number: String(row.row) })}</span>
        <strong dir="auto">{checked.name ?? t("no-name")}</strong>
        <span role="status">{isMended ? <Badge tone="good">{t("mended")}</Badge> : null}</span>
      </div>
      {ofRow === undefined ? null : <p className="field-error">{t("row-problem", { problem: ofRow.message })}</p>}
      <div className="guest-fields">
        {edited.map(({ column, index }) => (
          <TextField
            key={index}
            label={column.header === "" ? t(`field-${column.field ?? "ignored"}`) : column.header}
            value={cells[index] ?? ""}
            onChange={(text) => onEdit(row.row, index, text)}
            error={isMended ? undefined : errorOf(column.field)}
            autoComplete="off"
          />
        ))}
      </div>
    </div>
  );
}
