import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type Event, isUsherError, type Message } from "@usher/client";
import { api, apiQuery, queryClient, showSaved, useEvent } from "../../../api/client.ts";
import { useSave } from "../../../api/use-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { Button, Link } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { Loading } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { Deliveries } from "../deliveries.tsx";
import { changesOf, draftOf, type MessageDraft } from "../message-draft.ts";
import { MessageForm } from "../message-form.tsx";
import { isEditable, isPending, titleOf, whenOf } from "../message-words.ts";
import { messagesQuery } from "../queries.ts";
import { NoticePreview } from "./notice-preview.tsx";

const t = textsOf("messages");

/** One message: its editor, or its text and deliveries once it is sent. */
export function Screen() {
  const { messageId } = useParams({ from: "/account-frame/events/$eventId/messages/$messageId" });
  const event = useEvent();
  const eventId = event.id;
  const messages = useQuery(messagesQuery(eventId));
  const message = messages.data?.find(({ id }) => id === messageId);
  if (message === undefined) {
    return (
      <Page title={t("message-title")}>
        <Loading query={messages} lines={6} label={t("loading")} />
        {messages.isSuccess ? <p>{t("missing")}</p> : null}
        <Back eventId={eventId} />
      </Page>
    );
  }
  return (
    <Page title={titleOf(message, event.rsvp_deadline !== null)} lead={<Back eventId={eventId} />}>
      {isEditable(message) ? (
        <ChosenEditor event={event} message={message} />
      ) : (
        <Sent event={event} message={message} />
      )}
    </Page>
  );
}

function Back({ eventId }: { eventId: string }) {
  return (
    <Link to="/events/$eventId/messages" params={{ eventId }}>
      {t("back")}
    </Link>
  );
}

/** The editor, after the chosen guests are loaded. */
function ChosenEditor({ event, message }: { event: Event; message: Message }) {
  const isChosen = message.audience === "chosen";
  const chosen = useQuery({ ...chosenQuery(event.id, message.id), enabled: isChosen });
  if (isChosen && chosen.data === undefined) {
    return <Loading query={chosen} lines={6} label={t("loading")} />;
  }
  return <Editor event={event} message={message} chosen={isChosen ? (chosen.data?.guest_ids ?? []) : []} />;
}

function Editor({ event, message, chosen }: { event: Event; message: Message; chosen: string[] }) {
  const navigate = useNavigate();
  const { queryKey } = messagesQuery(event.id);
  const [stored, setDraft] = useDraft<MessageDraft>(`message ${message.id}`);
  const draft = stored ?? draftOf(message, chosen, event.timezone);
  const path = { eventId: event.id, messageId: message.id };
  const save = useSave({
    typed: stored,
    send: (sent: MessageDraft) => {
      const body = changesOf(message, chosen, sent, event.timezone);
      return api.PATCH("/events/{eventId}/messages/{messageId}", { params: { path }, body });
    },
    forget: () => setDraft(null),
    keep: (saved) => setDraft({ ...draft, readAt: saved.updated_at }),
    onSaved: (saved, sent) => {
      if (sent.audience === "chosen") {
        const { queryKey: chosenKey } = chosenQuery(event.id, message.id);
        showSaved(chosenKey, { ...saved, guest_ids: sent.guestIds });
      }
      showSaved(queryKey, (list) => list?.map((other) => (other.id === saved.id ? saved : other)));
      toast(t(`done-${sent.when}`));
    },
    onError: (reason) => {
      // Another host may have changed, sent or cancelled it, which decides what is possible now.
      if (isUsherError(reason) && reason.status === 409) return queryClient.invalidateQueries({ queryKey });
    },
  });
  const isChanged = isUsherError(save.error, "message_changed");
  return (
    <MessageForm
      action={save}
      event={event}
      draft={draft}
      onChange={setDraft}
      reminder={message.slug}
      conflict={
        isChanged ? (
          <div className="notice warn stack tight" role="alert">
            <p>{t("conflict")}</p>
            <p className="break">
              <strong>{message.subject}</strong>
            </p>
            <p className="break letter">{message.body}</p>
            <div className="row">
              <Button
                look="quiet"
                isSmall
                onPress={() => {
                  setDraft({ ...draft, readAt: message.updated_at });
                  save.reset();
                }}
              >
                {t("keep-mine")}
              </Button>
              <Button
                look="quiet"
                isSmall
                onPress={() => {
                  setDraft(null);
                  save.reset();
                }}
              >
                {t("take-theirs")}
              </Button>
            </div>
          </div>
        ) : null
      }
      onCancel={
        <CancelButton
          event={event}
          message={message}
          onCancelled={() => {
            setDraft(null);
            void navigate({ to: "/events/$eventId/messages", params: { eventId: event.id } });
          }}
        />
      }
    />
  );
}

/** A message that can no longer be changed: its text and its deliveries. */
function Sent({ event, message }: { event: Event; message: Message }) {
  const navigate = useNavigate();
  const [left, forget] = useDraft<MessageDraft>(`message ${message.id}`);
  const [, setNew] = useDraft<MessageDraft>(`message ${event.id} new`);
  const { kind } = message;
  const notice = kind === "message" || kind === "reminder" ? null : kind;
  const copy = (from: MessageDraft) => {
    const audience = from.audience === "chosen" ? "everyone" : from.audience;
    setNew({ ...from, audience, guestIds: [], when: "draft", readAt: null });
    forget(null);
    void navigate({ to: "/events/$eventId/messages/new", params: { eventId: event.id } });
  };
  return (
    <div className="stack loose">
      {left === null ? null : (
        <div className="notice warn stack tight" role="alert">
          <p>{t("too-late")}</p>
          <Button look="quiet" isSmall onPress={() => copy(left)}>
            {t("use-as-new")}
          </Button>
        </div>
      )}
      <section className="card stack">
        <p className="muted">{whenOf(message, event.timezone)}</p>
        {notice === null ? null : <p>{t(`notice-${notice}`)}</p>}
        {message.body === "" ? null : (
          <p className="break letter" dir="auto">
            {message.body}
          </p>
        )}
        {isPending(message.status) ? (
          <CancelButton event={event} message={message} />
        ) : notice !== null ? null : (
          <Button look="quiet" onPress={() => copy(draftOf(message, [], event.timezone))}>
            {t("write-similar")}
          </Button>
        )}
      </section>
      {notice === null ? null : <NoticePreview event={event} message={message} />}
      {isPending(message.status) || message.status === "cancelled" ? null : (
        <Deliveries event={event} message={message} />
      )}
    </div>
  );
}

function CancelButton({ event, message, onCancelled }: { event: Event; message: Message; onCancelled?: () => void }) {
  const cancel = async () => {
    const path = { eventId: event.id, messageId: message.id };
    await api.DELETE("/events/{eventId}/messages/{messageId}", { params: { path } });
    toast(t("cancelled"));
    await queryClient.invalidateQueries(messagesQuery(event.id));
    onCancelled?.();
  };
  return (
    <ConfirmButton
      words={t("cancel-message")}
      title={t("cancel-title")}
      confirm={t("cancel-confirm")}
      onConfirm={cancel}
      lead={t("cancel-lead")}
    />
  );
}

const chosenQuery = (eventId: string, messageId: string) =>
  apiQuery(["events", eventId, "messages", messageId, "chosen"], "/events/{eventId}/messages/{messageId}", {
    path: { eventId, messageId },
  });
