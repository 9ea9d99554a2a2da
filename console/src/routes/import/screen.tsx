import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useText } from "../../i18n/use-text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Switch } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeleton } from "../../ui/states.tsx";
import "../guests/screen.css";
import { PhoneCountry } from "../guests/phone-field.tsx";
import { useFocus } from "../guests/use-focus.ts";
import { Choose } from "./choose.tsx";
import { Columns } from "./columns.tsx";
import { Mend } from "./mend.tsx";
import { type CheckedRow, countConverted, groupOf, importable } from "./plan.ts";
import { Rows } from "./rows.tsx";
import { RunCard, useRun } from "./run.tsx";
import "./screen.css";
import { jobOf } from "./upload.ts";
import { type Import, useImport } from "./use-import.ts";

const NONE: ReadonlySet<number> = new Set();

/** Did you understand my sheet? */
export function Screen() {
  const t = useText("import");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/import" });
  const list = useImport(eventId);
  const run = useRun(eventId);
  const [leftOut, setLeftOut] = useState(NONE);
  const rows = list.rows ?? [];
  const wanted = importable(rows, leftOut);
  const toMend = rows.filter((row) => groupOf(row) === "mend").length;
  const leaveOut = (numbers: number[], isLeftOut: boolean) => {
    const next = new Set(leftOut);
    for (const one of numbers) {
      if (isLeftOut) next.add(one);
      else next.delete(one);
    }
    setLeftOut(next);
  };
  const startOver = () => {
    list.clear();
    run.reset();
    setLeftOut(NONE);
  };
  const start = () => {
    // The API leaves out guests with the name of another one when it is strict; those who are here were chosen.
    const isStrict = list.choices.isStrict && !wanted.some((row) => groupOf(row) === "twice");
    const sent = wanted.map((row) => ({ row: row.row, cells: row.sent }));
    run.start(jobOf(list.header(), sent), { ...list.choices, isStrict });
  };
  const back = (
    <Link to="/events/$eventId/guests" params={{ eventId }} className="small">
      {t("all-guests")}
    </Link>
  );
  return (
    <Page
      title={t("title")}
      lead={back}
      actions={
        list.sheet === null ? undefined : (
          <Button look="quiet" onPress={startOver} isDisabled={run.state === "running"}>
            {t("start-over")}
          </Button>
        )
      }
    >
      {run.state !== "idle" ? (
        <RunCard
          eventId={eventId}
          run={run}
          toMend={toMend}
          onBack={() => {
            run.reset();
            list.checkAgain();
          }}
        />
      ) : list.sheet === null ? (
        <Choose eventId={eventId} list={list} />
      ) : (
        <Review list={list} rows={rows} wanted={wanted} toMend={toMend} onImport={start}>
          <Rows rows={rows} leftOut={leftOut} onLeaveOut={leaveOut} />
        </Review>
      )}
    </Page>
  );
}

/** What was understood, what is to be mended, and the way on. */
function Review({
  list,
  rows,
  wanted,
  toMend,
  onImport,
  children,
}: {
  list: Import;
  rows: CheckedRow[];
  wanted: CheckedRow[];
  toMend: number;
  onImport: () => void;
  children: React.ReactNode;
}) {
  const t = useText("import");
  // What was chosen or pasted is gone, and the focus with it.
  const review = useFocus<HTMLDivElement>();
  const mended = rows.filter(({ row }) => list.mending.has(row));
  const known = rows.filter((row) => groupOf(row) === "known").length;
  const isBlocked = list.choices.isStrict && toMend > 0;
  return (
    <div ref={review} tabIndex={-1} className="stack">
      {list.rows === null ? null : (
        <div className="card stack import-answer">
          <p className="figure" role="status">
            {t("understood", { count: rows.length - toMend, total: rows.length })}
          </p>
          {toMend > 0 ? <p>{t("to-mend", { count: toMend })}</p> : null}
          {known > 0 ? <p>{t("known", { count: known })}</p> : null}
          {list.charset === "windows-1252" ? <p className="muted">{t("old-encoding")}</p> : null}
          <div className="row">
            <Button onPress={onImport} isDisabled={wanted.length === 0 || isBlocked || list.isChecking}>
              {t("import-count", { count: wanted.length })}
            </Button>
            {list.isChecking ? <span className="muted">{t("checking")}</span> : null}
          </div>
          {toMend > 0 ? (
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
      {mended.length > 0 ? <Mend list={list} rows={mended} /> : null}
      {list.rows === null ? null : children}
    </div>
  );
}
