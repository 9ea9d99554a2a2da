import { isUsherError } from "@usher/client";
import { useEffect, useRef } from "react";
import { useMe } from "../../api/queries.ts";
import { dateTime, number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button, buttonClass, Link } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Progress } from "../../ui/states.tsx";
import { LinkList } from "./link-list.tsx";
import { outcomeOf } from "./outcome.ts";
import { continueSending, forgetSending, type Sending } from "./sending.ts";
import { Unverified } from "./unverified.tsx";

/** How far the sending has come, then what became of it: sent, links to share, not possible and why. */
export function OutcomeCard({ eventId, sending }: { eventId: string; sending: Sending }) {
  const t = useText("send");
  const me = useMe();
  const card = useRef<HTMLElement>(null);
  const { mode, results, total, isRunning, error, left } = sending;
  const { sent, linkOnly, already, refused } = outcomeOf(results);
  // What was pressed may be far below. A dialog keeps the focus until it is gone.
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
          label={t("progress", { done: number(results.length), total: number(total) })}
          value={results.length}
          max={total}
        />
      ) : null}
      {isRunning ? <p className="muted">{t("may-leave")}</p> : null}
      {isUnverified ? <Unverified email={me.email} /> : null}
      <Refusal error={error} onRetry={() => void continueSending(eventId)}>
        {isUnverified || isUsherError(error, "sending_paused") || isUsherError(error, "sending_limit") ? (
          <div>
            <Button look="quiet" isSmall onPress={() => void continueSending(eventId, "links")}>
              {t("rest-as-links")}
            </Button>
          </div>
        ) : null}
      </Refusal>
      {refused.length === 0 ? null : (
        <div className="stack tight">
          <h3>{t("refused", { count: refused.length })}</h3>
          <ul className="stack tight">
            {refused.map(({ guest_id, name, reason, notify_after }) => (
              <li key={guest_id} className="break">
                <Link to="/events/$eventId/guests/$guestId" params={{ eventId, guestId: guest_id }}>
                  {name}
                </Link>
                {": "}
                {t(`reason-${reason}`, { at: notify_after === null ? "" : dateTime(notify_after) })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {already.length === 0 ? null : <p className="muted">{t("already", { count: already.length })}</p>}
      {linkOnly.length === 0 ? null : (
        <div className="stack tight">
          <h3>{t("link-only", { count: linkOnly.length })}</h3>
          <LinkList eventId={eventId} results={linkOnly} />
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
