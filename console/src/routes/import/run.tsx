import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button, buttonClass, Link } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Progress } from "../../ui/states.tsx";
import { refreshGuests } from "../guests/queries.ts";
import { useFocus } from "../guests/use-focus.ts";
import { type ImportChoices, type ImportJob, importPart, type Progress as Parts } from "./upload.ts";

const NOTHING: Parts = { done: 0, imported: 0, skipped: 0 };

/** How an import stands. */
export interface Run {
  job: ImportJob | null;
  progress: Parts;
  state: "idle" | "running" | "stopped" | "done";
  error: unknown;
  start(job: ImportJob, choices: ImportChoices): void;
  stop(): void;
  goOn(): void;
  reset(): void;
}

/** Imports a list part by part. It stops after the part that is on its way, and goes on where it has stopped. */
export function useRun(eventId: string): Run {
  const [job, setJob] = useState<ImportJob | null>(null);
  const [progress, setProgress] = useState(NOTHING);
  const [state, setState] = useState<Run["state"]>("idle");
  const isStopping = useRef(false);
  const choices = useRef<ImportChoices>({ dropPhones: false, isStrict: false });
  const run = useMutation({
    mutationFn: async ({ job: running, from }: { job: ImportJob; from: Parts }) => {
      let reached = from;
      let taken = 0;
      for (const part of running.parts) {
        taken += part.rows.length;
        if (taken <= from.done) continue;
        if (isStopping.current) return "stopped";
        const { imported, skipped, rejected } = await importPart(eventId, running, part, choices.current);
        reached = {
          done: taken,
          imported: reached.imported + imported,
          skipped: reached.skipped + skipped + rejected,
        };
        setProgress(reached);
      }
      return "done";
    },
    onSuccess: (ended) => setState(ended === "done" ? "done" : "stopped"),
    onError: () => setState("stopped"),
    onSettled: () => refreshGuests(eventId),
  });
  const begin = (next: ImportJob, from: Parts) => {
    isStopping.current = false;
    setJob(next);
    setProgress(from);
    setState("running");
    run.mutate({ job: next, from });
  };
  return {
    job,
    progress,
    state,
    error: run.error,
    start(next, chosen) {
      choices.current = chosen;
      begin(next, NOTHING);
    },
    stop() {
      isStopping.current = true;
    },
    goOn() {
      if (job !== null) begin(job, progress);
    },
    reset() {
      setState("idle");
      setJob(null);
      run.reset();
    },
  };
}

/** The progress of an import, and its result. @param toMend rows that were left out because they are not valid yet */
export function RunCard({
  eventId,
  run,
  toMend,
  onBack,
}: {
  eventId: string;
  run: Run;
  toMend: number;
  onBack: () => void;
}) {
  const t = useText("import");
  const { job, progress, state } = run;
  const total = job?.total ?? 0;
  if (state === "done") return <Result eventId={eventId} progress={progress} toMend={toMend} onBack={onBack} />;
  const isStopped = state === "stopped";
  return (
    <section className="card stack" aria-labelledby="running">
      <h2 id="running">{t(isStopped ? "stopped" : "importing")}</h2>
      <Progress
        label={t("imported-of", { done: number(progress.done), total: number(total) })}
        value={progress.done}
        max={Math.max(1, total)}
      />
      <p className="muted" role="status">
        {t("progress-words", { imported: progress.imported, skipped: progress.skipped })}
      </p>
      <Refusal error={run.error} />
      {isStopped ? <p>{t("stopped-lead")}</p> : null}
      <div className="row">
        {isStopped ? (
          <>
            <Button onPress={run.goOn}>{t("go-on")}</Button>
            <Button look="quiet" onPress={onBack}>
              {t("back-to-rows")}
            </Button>
          </>
        ) : (
          <Button look="quiet" onPress={run.stop}>
            {t("stop")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** What an import has come to, and what to do next. */
function Result({
  eventId,
  progress,
  toMend,
  onBack,
}: {
  eventId: string;
  progress: Parts;
  toMend: number;
  onBack: () => void;
}) {
  const t = useText("import");
  const heading = useFocus<HTMLHeadingElement>();
  return (
    <section className="card empty" aria-labelledby="result">
      <h2 id="result" tabIndex={-1} ref={heading}>
        {t("imported", { count: progress.imported })}
      </h2>
      {progress.skipped === 0 ? null : <p className="muted">{t("skipped", { count: progress.skipped })}</p>}
      {toMend === 0 ? null : <p className="muted">{t("left-to-mend", { count: toMend })}</p>}
      <div className="row">
        <Link to="/events/$eventId/send" params={{ eventId }} className={buttonClass()}>
          {t("invite-now")}
        </Link>
        <Link to="/events/$eventId/guests" params={{ eventId }} className={buttonClass("quiet")}>
          {t("see-guests")}
        </Link>
        {toMend === 0 ? null : (
          <Button look="quiet" onPress={onBack}>
            {t("mend-rest")}
          </Button>
        )}
      </div>
    </section>
  );
}
