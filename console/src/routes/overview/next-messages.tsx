import { useQuery } from "@tanstack/react-query";
import type { Event, Message } from "@usher/client";
import { dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Link } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useTitle } from "../messages/message-words.ts";
import { messagesQuery } from "./queries.ts";

const SHOWN = 3;

/** What goes out next by itself. */
export function NextMessages({ event }: { event: Event }) {
  const t = useText("overview");
  const titleOf = useTitle();
  const messages = useQuery(messagesQuery(event.id));
  const next = nextOf(messages.data ?? []);
  return (
    <section className="stack tight" aria-labelledby="next-messages">
      <h2 id="next-messages">{t("next-messages")}</h2>
      <Refusal error={messages.error} onRetry={() => void messages.refetch()} />
      {messages.data !== undefined && next.length === 0 ? <p className="muted">{t("no-messages")}</p> : null}
      <ul className="plain-list stack tight">
        {next.map((message) => (
          <li key={message.id}>
            <Link to="/events/$eventId/messages/$messageId" params={{ eventId: event.id, messageId: message.id }}>
              {titleOf(message)}
            </Link>
            <br />
            <span className="muted small">{dateTime(message.send_at ?? message.created_at, event.timezone)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nextOf(messages: readonly Message[]): Message[] {
  const time = ({ send_at }: Message) => Date.parse(send_at ?? "") || 0;
  return messages
    .filter(({ status }) => status === "scheduled" || status === "sending")
    .sort((a, b) => time(a) - time(b))
    .slice(0, SHOWN);
}
