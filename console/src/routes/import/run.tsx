import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { number, textsOf } from "../../i18n/text.tsx";
import { Button, buttonClass, Link } from "../../ui/button.tsx";
import { Section } from "../../ui/page.tsx";
import { Progress, Refusal } from "../../ui/states.tsx";
import { useFocus } from "../../ui/use-focus.ts";
import { refreshGuests } from "../guests/queries.ts";
import type { SheetRow } from "./sheet.ts";
import { type ImportChoices, importPart } from "./upload.ts";

const t = textsOf("import");

/** Guests per request: it takes a second or two, and the import can stop after it. */
const CHUNK = 500;
const NOTHING: Counts = { done: 0, imported: 0, skipped: 0 };

/** The results of the requests so far. `done` counts all processed rows. */
interface Counts {
  done: number;
  imported: number;
  skipped: number;
}

/** The rows of an import in parts, each with a key, so that a part that is sent twice counts once. */
interface Job {
  header: string[];
  parts: { rows: SheetRow[]; key: string }[];
  total: number;
}

/** Imports a list in parts. It stops after the current request, and resumes where it stopped. */
export function useRun(eventId: string) {
  const [job, setJob] = useState<Job | null>(null);
  const [progress, setProgress] = useState(NOTHING);
  const [state, setState] = useState<"idle" | "running" | "stopped" | "done">("idle");
  const isStopping = useRef(false);
  const choices = useRef<ImportChoices>({ dropPhones: false, isStrict: false });
  const run = useMutation({
    mutationFn: async ({ job: running, from }: { job: Job; from: Counts }) => {
      let reached = from;
      let taken = 0;
      for (const part of running.parts) {
        taken += part.rows.length;
        if (taken <= from.done) continue;
        if (isStopping.current) return "stopped";
        const { imported, skipped, rejected } = await importPart(eventId, running.header, part, choices.current);
        reached = { done: taken, imported: reached.imported + imported, skipped: reached.skipped + skipped + rejected };
        setProgress(reached);
      }
      return "done";
    },
    onSuccess: (ended) => setState(ended === "done" ? "done" : "stopped"),
    onError: () => setState("stopped"),
    onSettled: () => refreshGuests(eventId),
  });
  const begin = (next: Job, from: Counts) => {
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
    start(header: string[], rows: readonly SheetRow[], chosen: ImportChoices) {
      choices.current = chosen;
      const parts: Job["parts"] = [];
      for (let from = 0; from < rows.length; from += CHUNK) {
        parts.push({ rows: rows.slice(from, from + CHUNK), key: crypto.randomUUID() });
      }
      begin({ header, parts, total: rows.length }, NOTHING);
    },
    stop() {
      isStopping.current = true;
    },
    resume() {
      if (job !== null) begin(job, progress);
    },
    reset() {
      setState("idle");
      setJob(null);
      run.reset();
    },
  };
}

/** The progress of an import, and its result. @param toFix the number of invalid rows that were left out */
export function RunCard({
  eventId,
  run,
  toFix,
  onBack,
}: {
  eventId: string;
  run: ReturnType<typeof useRun>;
  toFix: number;
  onBack: () => void;
}) {
  const { job, progress, state } = run;
  const total = job?.total ?? 0;
  if (state === "done") return <Result eventId={eventId} progress={progress} toFix={toFix} onBack={onBack} />;
  const isStopped = state === "stopped";
  return (
    <Section id="running" title={t(isStopped ? "stopped" : "importing")}>
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
            <Button onPress={run.resume}>{t("go-on")}</Button>
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
    </Section>
  );
}

function Result({
  eventId,
  progress,
  toFix,
  onBack,
}: {
  eventId: string;
  progress: Counts;
  toFix: number;
  onBack: () => void;
}) {
  const heading = useFocus<HTMLHeadingElement>();
  return (
    <section className="card empty" aria-labelledby="result">
      <h2 id="result" tabIndex={-1} ref={heading}>
        {t("imported", { count: progress.imported })}
      </h2>
      {progress.skipped === 0 ? null : <p className="muted">{t("skipped", { count: progress.skipped })}</p>}
      {toFix === 0 ? null : <p className="muted">{t("left-to-mend", { count: toFix })}</p>}
      <div className="row">
        <Link to="/events/$eventId/send" params={{ eventId }} className={buttonClass()}>
          {t("invite-now")}
        </Link>
        <Link to="/events/$eventId/guests" params={{ eventId }} className={buttonClass("quiet")}>
          {t("see-guests")}
        </Link>
        {toFix === 0 ? null : (
          <Button look="quiet" onPress={onBack}>
            {t("mend-rest")}
          </Button>
        )}
      </div>
    </section>
  );
}
