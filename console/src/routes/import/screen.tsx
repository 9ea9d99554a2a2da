import { useMutation } from "@tanstack/react-query";
import type { Event } from "@usher/client";
import { type FormEvent, useState } from "react";
import { changeEvent, EVENT_OUTDATED } from "../../api/change-event.ts";
import { api, eventQuery, showSaved, useEvent } from "../../api/client.ts";
import { EditConflict, saveMerged } from "../../api/merge.ts";
import { number, textsOf } from "../../i18n/text.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal, Skeleton } from "../../ui/states.tsx";
import { useDownload } from "../guests/download.ts";
import { PartySizeSelect, partySizeText } from "../settings/party-size.tsx";
import { groupOf, importable } from "./plan.ts";
import { Review } from "./review.tsx";
import { Rows } from "./rows.tsx";
import { RunCard, useRun } from "./run.tsx";
import { type Import, MAX_BYTES, useImport } from "./use-import.ts";
import "../guests/screen.css";
import "./screen.css";

const t = textsOf("import");

const NONE: ReadonlySet<number> = new Set();

/** Imports guests: reads a sheet, shows how it was understood, and imports its rows. */
export function Screen() {
  const event = useEvent();
  const { id: eventId } = event;
  const [partySize, setPartySize] = useState(event.default_party_size);
  const list = useImport(eventId);
  const run = useRun(eventId);
  const [leftOut, setLeftOut] = useState(NONE);
  const rows = list.rows ?? [];
  const wanted = importable(rows, leftOut);
  const toFix = rows.filter((row) => groupOf(row) === "mend").length;
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
  const prepare = useMutation({
    mutationFn: () => setDefault(event, partySize),
    onSuccess: () => start(),
    onError: (error) => {
      if (error instanceof EditConflict) showSaved(eventQuery(eventId).queryKey, error.now);
    },
  });
  const start = () => {
    // A strict import rejects guests with the name of another guest, but the host has chosen these.
    const isStrict = list.choices.isStrict && !wanted.some((row) => groupOf(row) === "twice");
    const sent = wanted.map((row) => ({ row: row.row, cells: row.sent }));
    run.start(list.header(), sent, { ...list.choices, isStrict });
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
          toFix={toFix}
          onBack={() => {
            run.reset();
            list.checkAgain();
          }}
        />
      ) : list.sheet === null ? (
        <Choose eventId={eventId} list={list} />
      ) : (
        <Review
          list={list}
          rows={rows}
          wanted={wanted}
          toFix={toFix}
          onImport={() => prepare.mutate()}
          question={
            <>
              <PartySizeSelect label={t("brings")} value={partySize} onChange={setPartySize} />
              {prepare.error instanceof EditConflict ? (
                <p className="notice warn" role="alert">
                  {t("brings-changed", { now: partySizeText(event.default_party_size) })}
                </p>
              ) : (
                <Refusal error={prepare.error} />
              )}
            </>
          }
        >
          <Rows rows={rows} leftOut={leftOut} onLeaveOut={leaveOut} />
        </Review>
      )}
    </Page>
  );
}

/** Stores how many people each guest may bring, unless it is stored already. */
async function setDefault(event: Event, default_party_size: number | null): Promise<void> {
  if (event.default_party_size === default_party_size) return;
  const { saved } = await saveMerged<Event, Pick<Event, "default_party_size">>(
    event,
    { default_party_size },
    {
      valuesOf: ({ default_party_size }) => ({ default_party_size }),
      outdated: EVENT_OUTDATED,
      send: (edits, base) => changeEvent(base, edits),
    },
  );
  showSaved(eventQuery(event.id).queryKey, saved);
}

const TYPES = [".csv", ".tsv", ".txt", "text/csv", "text/tab-separated-values"];

const MEBIBYTE = 1024 * 1024;

/** Accepts a list: dropped, chosen or pasted. */
function Choose({ eventId, list }: { eventId: string; list: Import }) {
  const [isPasting, setPasting] = useState(false);
  const { refusal } = list;
  const download = useDownload();
  const take = () => api.GET("/events/{eventId}/guests/template", { params: { path: { eventId } }, parseAs: "blob" });
  return (
    <div className="stack">
      {refusal === null ? null : "bytes" in refusal ? (
        <div className="notice bad" role="alert">
          <p>
            {t("too-large", { size: number(Math.ceil(refusal.bytes / MEBIBYTE)), most: number(MAX_BYTES / MEBIBYTE) })}
          </p>
        </div>
      ) : (
        <Refusal error={refusal.error}>
          <p>{t("refused-help")}</p>
        </Refusal>
      )}
      {list.isChecking ? (
        <div className="card stack" role="status">
          <p>{t("reading")}</p>
          <Skeleton lines={4} label={t("reading")} />
        </div>
      ) : (
        <FileDrop types={TYPES} choose={t("choose-file")} onFile={list.open}>
          <h2 className="display">{t("drop-title")}</h2>
          <p className="muted">{t("drop-lead")}</p>
        </FileDrop>
      )}
      <div className="row">
        <Button look="text" aria-expanded={isPasting} onPress={() => setPasting(!isPasting)}>
          {t("paste")}
        </Button>
        <Button look="text" onPress={() => download({ take, name: t("template-name") })}>
          {t("template")}
        </Button>
      </div>
      {isPasting ? <Paste isPending={list.isChecking} onPaste={(text) => list.open(new Blob([text]))} /> : null}
    </div>
  );
}

function Paste({ isPending, onPaste }: { isPending: boolean; onPaste: (text: string) => void }) {
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") onPaste(text);
  };
  return (
    <form className="card stack" onSubmit={submit}>
      <TextField label={t("paste-label")} help={t("paste-help")} value={text} onChange={setText} rows={8} autoFocus />
      <Button type="submit" look="quiet" isPending={isPending}>
        {t("paste-read")}
      </Button>
    </form>
  );
}
