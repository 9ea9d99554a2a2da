import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/field.tsx";
import { Refusal, Skeleton } from "../../ui/states.tsx";
import { useFocus } from "../../ui/use-focus.ts";
import { PhoneCountry } from "../guests/phone-field.tsx";
import { Columns } from "./columns.tsx";
import { FixRows } from "./fix-rows.tsx";
import { type CheckedRow, countConverted, groupOf } from "./plan.ts";
import type { Import } from "./use-import.ts";

const t = textsOf("import");

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
