import { isUsherError } from "@usher/client";
import { useEffect, useRef, useState } from "react";
import { useEvent, useMe } from "../../api/client.ts";
import { dateTime, number, textsOf } from "../../i18n/text.tsx";
import { Button, buttonClass, Link } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Progress, Refusal } from "../../ui/states.tsx";
import { unsentWords } from "../../ui/unsent.ts";
import { download } from "../guests/download.ts";
import { linksCsv, outcomeOf, type Result } from "./outcome.ts";
import { continueSending, forgetSending, type Sending } from "./sending.ts";
import { Unverified } from "./unverified.tsx";

const t = textsOf("send");

/** Links that are shown at first, and with each "more". */
const STEP = 20;

/** The progress of sending, then its outcome: sent emails, links to share, and failures with reasons. */
export function OutcomeCard({ eventId, sending }: { eventId: string; sending: Sending }) {
  const me = useMe();
  const card = useRef<HTMLElement>(null);
  const { mode, results, overTier, total, isRunning, error, left } = sending;
  const { sent, linkOnly, already, refused } = outcomeOf(results);
  // The pressed button may be far below. A dialog keeps the focus until it closes.
  useEffect(() => {
    let frame = 0;
    const focus = () => {
      if (document.querySelector("[role=dialog]") === null) card.current?.focus();
      else frame = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(frame);
  }, []);
  const isUnverified = isUsherError(error, "email_unverified");
  return (
    <section ref={card} tabIndex={-1} className="card stack" aria-labelledby="outcome">
      <div role="status">
        <h2 id="outcome">
          {t(
            isRunning
              ? mode === "links"
                ? "making"
                : "sending"
              : error === null
                ? mode === "links"
                  ? "made"
                  : sent.length === 0
                    ? "none-sent"
                    : "sent"
                : "stopped",
            { count: mode === "links" ? results.length : sent.length, left: left.length },
          )}
        </h2>
      </div>
      {isRunning || error !== null ? (
        <Progress
          label={t("progress", { done: number(results.length + overTier), total: number(total) })}
          value={results.length + overTier}
          max={total}
        />
      ) : null}
      {isRunning ? <p className="muted">{t("may-leave")}</p> : null}
      {isUnverified ? <Unverified email={me.email} /> : null}
      <Refusal error={error} onRetry={() => void continueSending(eventId)}>
        {isUnverified || isUsherError(error, "sending_paused") || isUsherError(error, "sending_limit") ? (
          <Button look="quiet" isSmall onPress={() => void continueSending(eventId, "links")}>
            {t("rest-as-links")}
          </Button>
        ) : null}
      </Refusal>
      {refused.length === 0 ? null : (
        <div className="stack tight">
          <h3>{t("refused", { count: refused.length })}</h3>
          <ul className="stack tight">
            {refused.map(({ guest_id, name, reason, notify_after }) => (
              <li key={guest_id} className="break">
                <Link to="/events/$eventId/guests/$guestId" params={{ eventId, guestId: guest_id }}>
                  <bdi>{name}</bdi>
                </Link>
                {": "}
                {unsentWords(reason)}
                {notify_after === null ? null : ` ${t("send-again-at", { at: dateTime(notify_after) })}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {overTier === 0 ? null : <p>{t("over-tier", { count: overTier })}</p>}
      {already.length === 0 ? null : <p className="muted">{t("already", { count: already.length })}</p>}
      {linkOnly.length === 0 ? null : (
        <div className="stack tight">
          <h3>{t("link-only", { count: linkOnly.length })}</h3>
          <LinkList results={linkOnly} />
        </div>
      )}
      {isRunning ? null : (
        <div className="row">
          <Link to="/events/$eventId/guests" params={{ eventId }} className={buttonClass("quiet")}>
            {t("follow")}
          </Link>
          <Button look="text" onPress={() => forgetSending(eventId)}>
            {t("close-outcome")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Personal links to copy, to share if the device supports it, or to download. */
function LinkList({ results }: { results: Result[] }) {
  const event = useEvent();
  const [shown, setShown] = useState(STEP);
  const save = () => {
    const csv = linksCsv(results, [t("csv-name"), t("csv-email"), t("csv-phone"), t("csv-link")]);
    download(new Blob([csv], { type: "text/csv" }), t("csv-file", { event: event.name }));
  };
  // Closing the share sheet is not an error.
  const share = (url: string) => void navigator.share({ title: event.name, url }).catch(() => undefined);
  return (
    <div className="stack">
      <p className="muted small">{t("links-lead")}</p>
      <ul className="plain-list stack">
        {results.slice(0, shown).map(({ guest_id, name, phone, link }) => (
          <li key={guest_id} className="stack tight">
            <span className="break">
              <strong>{name}</strong>
              {phone === null ? null : <span className="muted"> {phone}</span>}
            </span>
            <div className="row">
              <div className="grow">
                <CopyField label={t("link-of", { name })} value={link} />
              </div>
              {"share" in navigator ? (
                <Button look="quiet" aria-label={t("share-of", { name })} onPress={() => share(link)}>
                  {t("share")}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <div className="row">
        {results.length > shown ? (
          <Button look="quiet" isSmall onPress={() => setShown(shown + STEP)}>
            {t("more-links", { count: results.length - shown })}
          </Button>
        ) : null}
        <Button look="quiet" isSmall onPress={save}>
          {t("csv")}
        </Button>
      </div>
    </div>
  );
}
