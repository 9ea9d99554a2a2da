import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useEvent } from "../../../api/queries.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
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
  const queryClient = useQueryClient();
  const [stored, setDraft] = useDraft<MessageDraft>(`message ${eventId} new`);
  const [error, setError] = useState<unknown>(null);
  const fresh = newDraft(guestIds);
  const draft = stored === null ? fresh : isOther(stored, guestIds) ? { ...stored, ...pick(fresh) } : stored;
  const save = async () => {
    setError(null);
    try {
      const { data } = await api.POST("/events/{eventId}/messages", {
        params: { path: { eventId } },
        body: creationOf(draft, event.timezone),
      });
      setDraft(null);
      queryClient.setQueryData(messagesQuery(eventId).queryKey, (list) => list && [data, ...list]);
      toast(t(`done-${draft.when}`));
      await navigate({ to: "/events/$eventId/messages/$messageId", params: { eventId, messageId: data.id } });
    } catch (reason) {
      setError(reason);
      throw reason;
    }
  };
  return (
    <Page title={t("compose-title")}>
      <MessageForm
        event={event}
        draft={draft}
        onChange={setDraft}
        isReminder={false}
        error={error}
        conflict={null}
        onSave={save}
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
