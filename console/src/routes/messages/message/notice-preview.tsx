import { useMutation, useQuery } from "@tanstack/react-query";
import type { Event, Message } from "@usher/client";
import { api, queryClient } from "../../../api/client.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Button, Link } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { usePager } from "../../../ui/pager.tsx";
import { Loading, Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { type UnsentReason, unsentWords } from "../../../ui/unsent.ts";
import { messagesQuery } from "../queries.ts";

const t = textsOf("messages");

/** A change notice: while it waits its words, its recipients and a button; always the guests whom the host has to tell. */
export function NoticePreview({ event, message }: { event: Event; message: Message }) {
  const path = { eventId: event.id, messageId: message.id };
  const notice = useQuery({
    queryKey: ["events", event.id, "notice", message.id, message.status, message.updated_at],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/events/{eventId}/messages/{messageId}/notice", { params: { path }, signal });
      return data;
    },
  });
  const send = useMutation({
    mutationFn: () => api.POST("/events/{eventId}/messages/{messageId}/send-now", { params: { path } }),
    onSuccess: async () => {
      toast(t("done-now"));
      await queryClient.invalidateQueries(messagesQuery(event.id));
    },
  });
  const untold = usePager(notice.data?.tell_yourself.items ?? []);
  const recipients = usePager(notice.data?.recipients.items ?? []);
  if (notice.data === undefined) return <Loading query={notice} label={t("notice-loading")} />;
  const { words, tell_yourself } = notice.data;
  return (
    <>
      {message.status === "scheduled" ? (
        <Section id="notice-words" className="stack" title={t("notice-words")}>
          {words === null ? (
            <p className="muted">{t("notice-undone")}</p>
          ) : (
            <div className="card stack tight">
              <p className="break" dir="auto">
                <strong>{words.subject}</strong>
              </p>
              <p className="break letter" dir="auto">
                {letterOf(words.text)}
              </p>
            </div>
          )}
          {words === null ? null : <p className="muted small">{t("notice-follows")}</p>}
          <Refusal error={send.error} />
          {words === null ? null : (
            <div className="row">
              <Button isPending={send.isPending} onPress={() => send.mutate()}>
                {t("notice-send-now")}
              </Button>
            </div>
          )}
          <p>{t("notice-recipients", { count: notice.data.recipients.count })}</p>
          <Names event={event} guests={recipients.shown} />
          {recipients.pager}
        </Section>
      ) : null}
      {tell_yourself.count === 0 || message.status === "cancelled" ? null : (
        <Section id="tell-yourself" className="stack" title={t("tell-yourself", { count: tell_yourself.count })}>
          <p className="muted small">{t("tell-yourself-lead")}</p>
          <Names event={event} guests={untold.shown} />
          {untold.pager}
        </Section>
      )}
    </>
  );
}

/** The text of an email without the line under its heading and without its footer, which is the same in every email. */
function letterOf(text: string): string {
  return text
    .replace(/\n=+\n/, "\n")
    .replace(/\n-- ?\n[\s\S]*$/, "")
    .trimEnd();
}

interface Named {
  id: string;
  name: string;
  phone?: string | null;
  reason?: UnsentReason;
}

/** Names with links to the guests, where the host copies an invitation's link, and why no email reaches them. */
function Names({ event, guests }: { event: Event; guests: readonly Named[] }) {
  return (
    <ul className="plain-list stack tight">
      {guests.map(({ id, name, phone, reason }) => (
        <li key={id}>
          <p className="break">
            <Link to="/events/$eventId/guests/$guestId" params={{ eventId: event.id, guestId: id }}>
              {name}
            </Link>
          </p>
          {reason === undefined ? null : (
            <p className="small muted break">{[phone, unsentWords(reason)].filter(Boolean).join(" · ")}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
