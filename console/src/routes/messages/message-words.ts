import type { Message } from "@usher/client";
import { dateTime, useText } from "../../i18n/text.tsx";

/** Characters of a text message that are its title in a list. */
const BEGINNING = 60;

/** Names a message: a reminder by its time, a change notice by its kind, a text message by its beginning. */
export function useTitle(): (message: Message) => string {
  const t = useText("messages");
  return ({ kind, slug, subject, body }) => {
    if (slug !== null) return t(`reminder-${slug}`);
    if (kind === "changed" || kind === "cancelled" || kind === "reinstated") return t(`kind-${kind}`);
    if (subject !== "") return subject;
    return body === "" ? t("untitled") : body.slice(0, BEGINNING);
  };
}

/** Returns a function that says when a message was or will be sent, in the event's time zone. */
export function useWhen(timeZone: string): (message: Message) => string {
  const t = useText("messages");
  return ({ status, send_at, finished_at, updated_at }) => {
    const sentAt = finished_at ?? send_at ?? updated_at;
    if (status === "scheduled" && send_at !== null) return t("when-scheduled", { at: dateTime(send_at, timeZone) });
    if (status === "draft") return t("when-written", { at: dateTime(updated_at, timeZone) });
    if (status === "cancelled") return t("when-cancelled", { at: dateTime(updated_at, timeZone) });
    return t(status === "sending" ? "when-sending" : "when-sent", { at: dateTime(sentAt, timeZone) });
  };
}
