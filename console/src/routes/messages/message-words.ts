import type { Message } from "@usher/client";
import { dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";

/** Letters of a text message that stand for it in a list. */
const BEGINNING = 60;

/** What a message is called: a reminder by its time, a notice by its kind, a text message by how it begins. */
export function useTitle(): (message: Message) => string {
  const t = useText("messages");
  return ({ kind, slug, subject, body }) => {
    if (slug !== null) return t(`reminder-${slug}`);
    if (kind === "changed" || kind === "cancelled" || kind === "reinstated") return t(`kind-${kind}`);
    if (subject !== "") return subject;
    return body === "" ? t("untitled") : body.slice(0, BEGINNING);
  };
}

/** When a message was or will be sent, on the clocks of the event's zone. */
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
