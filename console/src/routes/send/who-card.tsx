import type { Guest } from "@usher/client";
import { useMe } from "../../api/client.ts";
import { number, textsOf } from "../../i18n/text.tsx";
import { ConfirmButton } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { startSending } from "./sending.ts";
import { Unverified } from "./unverified.tsx";

const t = textsOf("send");

/** `new`: guests without an email or a view; `again`: guests whose email did not arrive. */
export type Who = "new" | "chosen" | "again";

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
  /** The number of guests that are selected in the guest list, or null. */
  chosen: number | null;
  guests: Guest[];
  /** True if `guests` has all recipients. */
  isComplete: boolean;
  isSending: boolean;
  /** True if another host has saved conflicting texts. */
  isBlocked: boolean;
  /** @throws UsherError */
  onSend: () => Promise<void>;
}) {
  const me = useMe();
  const withMail = guests.filter(({ email }) => email !== null).length;
  const linkOnly = guests.length - withMail;
  const isLinks = withMail === 0 && linkOnly > 0;
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
            {isLinks ? null : (
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
          <ConfirmButton
            look="primary"
            isDisabled={!canSend}
            words={isLinks ? t("make-links", { count: linkOnly }) : t("send", { count: withMail })}
            title={isLinks ? t("make-links-title", { count: linkOnly }) : t("send-title", { count: withMail })}
            confirm={t(withMail === 0 ? "make-links-confirm" : "send-confirm")}
            isDanger={false}
            onConfirm={onSend}
            lead={t(who === "again" ? "send-again-lead" : "send-lead")}
          >
            {linkOnly === 0 ? null : <p className="muted">{t("by-link", { count: linkOnly })}</p>}
          </ConfirmButton>
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
    </section>
  );
}
