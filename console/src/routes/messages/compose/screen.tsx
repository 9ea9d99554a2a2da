import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { api } from "../../../api/client.ts";
import { queryClient, useEvent } from "../../../api/queries.ts";
import { useSave } from "../../../api/use-save.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast.tsx";
import { keepDraft, useDraft } from "../../../ui/use-draft.ts";
import { creationOf, type MessageDraft, newDraft } from "../message-draft.ts";
import { MessageForm } from "../message-form.tsx";
import { messagesQuery } from "../queries.ts";

/** A new message: what shall they know, and when? */
export function Screen() {
  const t = useText("messages");
  const common = useText("common");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/messages/new" });
  const { guestIds } = useLocation().state;
  const event = useEvent(eventId);
  const navigate = useNavigate();
  const [stored, setDraft] = useDraft<MessageDraft>(`message ${eventId} new`);
  const fresh = newDraft(guestIds);
  const draft = stored === null ? fresh : isOther(stored, guestIds) ? { ...stored, ...pick(fresh) } : stored;
  const save = useSave({
    typed: stored,
    send: (sent: MessageDraft) => {
      const body = creationOf(sent, event.timezone);
      return api.POST("/events/{eventId}/messages", { params: { path: { eventId } }, body });
    },
    forget: () => setDraft(null),
    keep: ({ id, updated_at: readAt }) => {
      keepDraft(`message ${id}`, { ...draft, readAt });
      setDraft(null);
    },
    onSaved: async (message, sent) => {
      // A reading that is on its way may have the list from before.
      await queryClient.cancelQueries(messagesQuery(eventId));
      queryClient.setQueryData(messagesQuery(eventId).queryKey, (list) => list && [message, ...list]);
      toast(t(`done-${sent.when}`));
      return navigate({ to: "/events/$eventId/messages/$messageId", params: { eventId, messageId: message.id } });
    },
  });
  return (
    <Page title={t("compose-title")}>
      <MessageForm
        action={save}
        event={event}
        draft={draft}
        onChange={setDraft}
        isReminder={false}
        conflict={null}
        onCancel={
          <Button
            look="quiet"
            onPress={() => {
              setDraft(null);
              void navigate({ to: "/events/$eventId/messages", params: { eventId } });
            }}
          >
            {stored === null ? common("cancel") : t("discard")}
          </Button>
        }
      />
    </Page>
  );
}

/** Whether other guests were chosen since the draft was begun: they win over its own. */
function isOther({ selected }: MessageDraft, chosen: string[] | undefined): boolean {
  return chosen !== undefined && JSON.stringify(chosen) !== JSON.stringify(selected);
}

function pick({ audience, guestIds, selected }: MessageDraft): Partial<MessageDraft> {
  return { audience, guestIds, selected };
}
