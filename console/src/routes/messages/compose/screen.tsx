import { useLocation, useNavigate } from "@tanstack/react-router";
import { api, showSaved, useEvent } from "../../../api/client.ts";
import { useSave } from "../../../api/use-save.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast.tsx";
import { keepDraft, useDraft } from "../../../ui/use-draft.ts";
import { creationOf, type MessageDraft, newDraft } from "../message-draft.ts";
import { MessageForm } from "../message-form.tsx";
import { messagesQuery } from "../queries.ts";

const t = textsOf("messages");
const common = textsOf("common");

export function Screen() {
  const { guestIds } = useLocation().state;
  const event = useEvent();
  const eventId = event.id;
  const navigate = useNavigate();
  const [stored, setDraft] = useDraft<MessageDraft>(`message ${eventId} new`);
  const fresh = newDraft(guestIds);
  // A new selection in the guest list replaces the draft's.
  const isReselected = guestIds !== undefined && JSON.stringify(guestIds) !== JSON.stringify(stored?.selected);
  const { audience, selected } = fresh;
  const draft = isReselected && stored !== null ? { ...stored, audience, guestIds, selected } : (stored ?? fresh);
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
    onSaved: (message, sent) => {
      showSaved(messagesQuery(eventId).queryKey, (list) => list && [message, ...list]);
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
        reminder={null}
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
