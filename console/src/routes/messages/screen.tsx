import { useMutation, useQuery } from "@tanstack/react-query";
import type { Event, Message } from "@usher/client";
import { api, queryClient, showSaved, useEvent } from "../../api/client.ts";
import { number, textsOf, zoneName } from "../../i18n/text.tsx";
import { buttonClass, Link } from "../../ui/button.tsx";
import { Switch } from "../../ui/field.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { usePager } from "../../ui/pager.tsx";
import { Badge, Empty, Loading, Refusal } from "../../ui/states.tsx";
import { recipientsOf } from "./audience.ts";
import { SECTIONS, type SectionName, sectionOf, sectionsOf, titleOf, whenOf } from "./message-words.ts";
import { messagesQuery } from "./queries.ts";
import "./messages.css";

const t = textsOf("messages");

const TONES = {
  draft: undefined,
  scheduled: "warn",
  sending: "warn",
  sent: "good",
  cancelled: undefined,
  failed: "bad",
} as const;

export function Screen() {
  const event = useEvent();
  if (event.your_role === "viewer") {
    return (
      <Page title={t("title")}>
        <Empty title={t("viewer-title")}>{t("viewer-lead")}</Empty>
      </Page>
    );
  }
  return <Messages event={event} />;
}

function Messages({ event }: { event: Event }) {
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
      <Loading query={messages} lines={6} label={t("loading")} />
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

function Part({ section, event, messages }: { section: SectionName; event: Event; messages: Message[] }) {
  return (
    <Section id={section} className="stack tight" title={t(`section-${section}`)}>
      {section === "reminders" || section === "notices" ? (
        <p className="muted small">{t(`section-${section}-lead`)}</p>
      ) : null}
      <ul className="plain-list stack tight">
        {messages.map((message) => (
          <Row key={message.id} event={event} message={message} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ event, message }: { event: Event; message: Message }) {
  const { kind, status, channel } = message;
  const title = titleOf(message, event.rsvp_deadline !== null);
  const isReminder = kind === "reminder";
  const { results } = message;
  const when = whenOf(message, event.timezone);
  const to = { audience: recipientsOf(message), channel: t(`channel-${channel}`) };
  return (
    <li className="card message-row row spread">
      <div className="grow">
        <p className="break">
          <Link to="/events/$eventId/messages/$messageId" params={{ eventId: event.id, messageId: message.id }}>
            {title}
          </Link>
        </p>
        <p className="small muted break">{message.skip_reason === null ? t("row", { when, ...to }) : when}</p>
        {message.skip_reason === null ? null : <p className="small muted break">{t("row-to", to)}</p>}
        {results == null ? null : (
          <p className="small muted">
            {[
              t("group-arrived", { count: number(results.sent) }),
              t("group-missing", { count: number(results.not_arrived) }),
              t(channel === "sms" ? "group-no_address-sms" : "group-no_address", { count: number(results.no_address) }),
            ].join(" · ")}
          </p>
        )}
      </div>
      {isReminder && (status === "scheduled" || status === "draft") ? (
        <ReminderSwitch event={event} message={message} />
      ) : (
        <Badge tone={TONES[status]}>{t(message.skip_reason === null ? `status-${status}` : "status-skipped")}</Badge>
      )}
    </li>
  );
}

/** Turns a reminder off and on. When off, it is a draft, which keeps its text and time. */
function ReminderSwitch({ event, message }: { event: Event; message: Message }) {
  const { queryKey } = messagesQuery(event.id);
  const put = (changed: Message) =>
    showSaved(queryKey, (list) => list?.map((other) => (other.id === changed.id ? changed : other)));
  const change = useMutation({
    mutationFn: async (isOn: boolean) => {
      const { data } = await api.PATCH("/events/{eventId}/messages/{messageId}", {
        params: { path: { eventId: event.id, messageId: message.id } },
        body: { mode: isOn ? "schedule" : "draft" },
      });
      return data;
    },
    onMutate: (isOn) => put({ ...message, status: isOn ? "scheduled" : "draft" }),
    onSuccess: put,
    onError: () => {
      put(message);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <div className="stack tight">
      <Switch
        aria-label={t("switch", { reminder: titleOf(message, event.rsvp_deadline !== null) })}
        isSelected={message.status === "scheduled"}
        onChange={(isOn) => change.mutate(isOn)}
      >
        {t(message.status === "scheduled" ? "on" : "off")}
      </Switch>
      <Refusal error={change.error} />
    </div>
  );
}
