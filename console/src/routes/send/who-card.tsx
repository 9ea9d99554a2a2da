import type { Guest } from "@usher/client";
import { useState } from "react";
import { useMe } from "../../api/queries.ts";
import { number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { startSending } from "./sending.ts";
import { Unverified } from "./unverified.tsx";
import type { Who } from "./who.ts";

/** Who gets an invitation, how many of them by mail, and the button that sends. */
export function WhoCard({
  eventId,
  who,
  onWho,
  chosen,
  guests,
  isComplete,
  isSending,
  isBlocked,
  onSend,
}: {
  eventId: string;
  who: Who;
  onWho: (who: Who) => void;
  /** How many guests the guest list has selected; null: it has not sent us. */
  chosen: number | null;
  guests: Guest[];
  /** Whether `guests` are all of them. */
  isComplete: boolean;
  isSending: boolean;
  /** Another host has saved other words, and somebody has to choose. */
  isBlocked: boolean;
  /** @throws UsherError */
  onSend: () => Promise<void>;
}) {
  const t = useText("send");
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  const withMail = guests.filter(({ email }) => email !== null).length;
  const linkOnly = guests.length - withMail;
  const options: Who[] = chosen === null ? ["new", "again"] : ["chosen", "new", "again"];
  const canSend = isComplete && guests.length > 0 && !isSending && !isBlocked;
  return (
    <section className="card stack">
      <h2>{t("who")}</h2>
      <Choices
        label={<span className="visually-hidden">{t("who")}</span>}
        value={who}
        onChange={onWho}
        options={options.map((value) => ({
          value,
          label: value === "chosen" ? t("who-chosen", { count: chosen ?? 0 }) : t(`who-${value}`),
          help: t(`who-${value}-help`),
        }))}
      />
      <div role="status">
        {isComplete ? (
          <>
            {withMail === 0 && linkOnly > 0 ? null : (
              <p>
                <span className="figure">{number(withMail)}</span> {t("by-mail", { count: withMail })}
              </p>
            )}
            {linkOnly === 0 ? null : <p className="muted">{t("by-link", { count: linkOnly })}</p>}
          </>
        ) : (
          <Skeleton lines={2} label={t("counting", { count: guests.length })} />
        )}
      </div>
      {me.email_verified ? null : <Unverified email={me.email} />}
      {isBlocked ? <p className="field-error">{t("blocked")}</p> : null}
      <div className="row">
        {me.email_verified ? (
          <Button isDisabled={!canSend} onPress={() => setAsking(true)}>
            {withMail === 0 && linkOnly > 0 ? t("make-links", { count: linkOnly }) : t("send", { count: withMail })}
          </Button>
        ) : null}
        {me.email_verified && withMail === 0 ? null : (
          <Button
            look={me.email_verified ? "text" : "primary"}
            isDisabled={!canSend}
            onPress={() => void startSending(eventId, "links", guests)}
          >
            {t("links-only")}
          </Button>
        )}
      </div>
      <ConfirmDialog
        title={
          withMail === 0 && linkOnly > 0
            ? t("make-links-title", { count: linkOnly })
            : t("send-title", { count: withMail })
        }
        confirm={t(withMail === 0 ? "make-links-confirm" : "send-confirm")}
        isDanger={false}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onSend}
      >
        <p>{t(who === "again" ? "send-again-lead" : "send-lead")}</p>
        {linkOnly === 0 ? null : <p className="muted">{t("by-link", { count: linkOnly })}</p>}
      </ConfirmDialog>
    </section>
  );
}
