import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Event, Message } from "@usher/client";
import { useEvent } from "../../api/queries.ts";
import { zoneName } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { ViewerPage } from "../../layout/viewer-page.tsx";
import { buttonClass, Link } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { usePager } from "../../ui/pager.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Badge, Empty, Skeleton } from "../../ui/states.tsx";
import { useAudienceWords } from "./audience-words.ts";
import { useTitle, useWhen } from "./message-words.ts";
import "./messages.css";
import { messagesQuery } from "./queries.ts";
import { ReminderSwitch } from "./reminder-switch.tsx";
import { SECTIONS, type Section, sectionOf, sectionsOf } from "./sections.ts";

const TONES = {
  draft: undefined,
  scheduled: "warn",
  sending: "warn",
  sent: "good",
  cancelled: undefined,
  failed: "bad",
} as const;

/** What went out, what will? */
export function Screen() {
  const t = useText("messages");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/messages" });
  const event = useEvent(eventId);
  if (event.your_role === "viewer") {
    return <ViewerPage title={t("title")} heading={t("viewer-title")} lead={t("viewer-lead")} />;
  }
  return <Messages event={event} />;
}

function Messages({ event }: { event: Event }) {
  const t = useText("messages");
  const messages = useQuery(messagesQuery(event.id));
  const sections = sectionsOf(messages.data ?? []);
  const { shown, pager } = usePager(SECTIONS.flatMap((section) => sections.get(section) ?? []));
  const isUnwritten = messages.data?.every(({ kind }) => kind === "reminder") ?? false;
  const write = (
    <Link to="/events/$eventId/messages/new" params={{ eventId: event.id }} className={buttonClass()}>
      {t("write")}
    </Link>
  );
  return (
    <Page
      title={t("title")}
      lead={t("lead", { zone: zoneName(event.timezone) })}
      actions={isUnwritten || messages.data === undefined ? null : write}
    >
      <Refusal error={messages.error} onRetry={() => void messages.refetch()} />
      {messages.isPending ? <Skeleton lines={6} label={t("loading")} /> : null}
      {isUnwritten ? (
        <Empty title={t("empty-title")} action={write}>
          {t("empty-lead")}
        </Empty>
      ) : null}
      {SECTIONS.map((section) => {
        const listed = shown.filter((message) => sectionOf(message) === section);
        return listed.length === 0 ? null : <Part key={section} section={section} event={event} messages={listed} />;
      })}
      {pager}
    </Page>
  );
}

function Part({ section, event, messages }: { section: Section; event: Event; messages: Message[] }) {
  const t = useText("messages");
  return (
    <section className="stack tight" aria-labelledby={section}>
      <h2 id={section}>{t(`section-${section}`)}</h2>
      {section === "reminders" || section === "notices" ? (
        <p className="muted small">{t(`section-${section}-lead`)}</p>
      ) : null}
      <ul className="plain-list stack tight">
        {messages.map((message) => (
          <Row key={message.id} event={event} message={message} />
        ))}
      </ul>
    </section>
  );
}

function Row({ event, message }: { event: Event; message: Message }) {
  const t = useText("messages");
  const titleOf = useTitle();
  const whenOf = useWhen(event.timezone);
  const audienceOf = useAudienceWords();
  const { kind, status, channel, audience } = message;
  const isReminder = kind === "reminder";
  return (
    <li className="card message-row row spread">
      <div className="grow">
        <p className="break">
          <Link to="/events/$eventId/messages/$messageId" params={{ eventId: event.id, messageId: message.id }}>
            {titleOf(message)}
          </Link>
        </p>
        <p className="small muted break">
          {t("row", { when: whenOf(message), audience: audienceOf(audience), channel: t(`channel-${channel}`) })}
        </p>
      </div>
      {isReminder && (status === "scheduled" || status === "draft") ? (
        <ReminderSwitch event={event} message={message} />
      ) : (
        <Badge tone={TONES[status]}>{t(`status-${status}`)}</Badge>
      )}
    </li>
  );
}
