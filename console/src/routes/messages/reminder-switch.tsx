import { useMutation } from "@tanstack/react-query";
import type { Event, Message } from "@usher/client";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Switch } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useTitle } from "./message-words.ts";
import { messagesQuery } from "./queries.ts";

/** Turns a reminder off and on. Off it is a draft, so that its words and its time stay. */
export function ReminderSwitch({ event, message }: { event: Event; message: Message }) {
  const t = useText("messages");
  const titleOf = useTitle();
  const { queryKey } = messagesQuery(event.id);
  const put = (changed: Message) =>
    queryClient.setQueryData(queryKey, (list) => list?.map((other) => (other.id === changed.id ? changed : other)));
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
        aria-label={t("switch", { reminder: titleOf(message) })}
        isSelected={message.status === "scheduled"}
        onChange={(isOn) => change.mutate(isOn)}
      >
        {t(message.status === "scheduled" ? "on" : "off")}
      </Switch>
      <Refusal error={change.error} />
    </div>
  );
}
