import { useMutation, useQuery } from "@tanstack/react-query";
import { type Event, type Guest, isUsherError, type Question } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Checkbox, Choices, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
import { questionsQuery, refreshGuest, refreshMailed } from "./queries.ts";
import { QuestionField } from "./question-field.tsx";
import { isAsked, mostCompanions, type Reply, recordOf, replyOf, withAnswer } from "./reply.ts";

/** Enters a reply that a guest has told the host, or corrects one. */
export function RecordReply({ event, guest, onClose }: { event: Event; guest: Guest; onClose: () => void }) {
  const t = useText("guest");
  const [reply, setReply] = useState(() => replyOf(guest));
  const [isNotified, setNotified] = useState(false);
  const questions = useQuery(questionsQuery(event.id));
  const path = { eventId: event.id, guestId: guest.id };
  const record = useMutation({
    mutationFn: (force: boolean) => {
      const body = {
        ...recordOf(guest, reply),
        ...(isNotified ? { notify: true } : {}),
        ...(force ? { force } : {}),
      };
      return api.PUT("/events/{eventId}/guests/{guestId}/rsvp", { params: { path }, body });
    },
    onSuccess: async ({ data: { notified } }) => {
      toast(t(notified ? "reply-saved-notified" : "reply-saved"));
      onClose();
      await (notified ? refreshMailed : refreshGuest)(event.id, guest.id);
    },
  });
  const asked = (questions.data?.items ?? []).filter((question) => isAsked(question, reply.response));
  const brings = reply.response !== "declined";
  return (
    <Dialog title={t("reply-title", { name: guest.name })} isOpen isWide onClose={onClose}>
      <Form
        action={record}
        submit={t("save-reply")}
        onCancel={onClose}
        onSubmit={() => record.mutate(false)}
        choices={
          isUsherError(record.error, "event_full") ? (
            <div className="row">
              <Button look="quiet" isSmall isPending={record.isPending} onPress={() => record.mutate(true)}>
                {t("force-seat")}
              </Button>
            </div>
          ) : null
        }
      >
        <Choices
          label={t("response")}
          value={reply.response}
          onChange={(response) => setReply({ ...reply, response })}
          options={(["attending", "maybe", "declined"] as const).map((value) => ({
            value,
            label: t(`response-${value}`),
          }))}
        />
        {asked.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            value={reply.answers[question.id]}
            name={`answers.${question.id}`}
            onChange={(value) => setReply({ ...reply, answers: withAnswer(reply.answers, question.id, value) })}
          />
        ))}
        {brings ? (
          <Companions
            reply={reply}
            questions={event.companion_names === "off" ? [] : asked.filter(({ scope }) => scope === "person")}
            most={mostCompanions(guest)}
            onChange={setReply}
          />
        ) : null}
        {guest.email === null ? null : (
          <Checkbox isSelected={isNotified} onChange={setNotified}>
            {t("notify-guest")}
          </Checkbox>
        )}
      </Form>
    </Dialog>
  );
}

/** Who comes along, by name or not. */
function Companions({
  reply,
  questions,
  most,
  onChange,
}: {
  reply: Reply;
  questions: Question[];
  most: number;
  onChange: (reply: Reply) => void;
}) {
  const t = useText("guest");
  const { companions } = reply;
  const set = (index: number, changed: Partial<Reply["companions"][number]>) =>
    onChange({
      ...reply,
      companions: companions.map((companion, at) => (at === index ? { ...companion, ...changed } : companion)),
    });
  return (
    <fieldset className="plain stack">
      <legend className="label">{t("companions", { count: companions.length })}</legend>
      {companions.map((companion, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: companions have no id, and are told apart by their place
        <div key={index} className="companion stack tight">
          <div className="row">
            <div className="grow">
              <TextField
                label={t("companion", { number: index + 1 })}
                placeholder={t("name-unknown")}
                value={companion.name}
                onChange={(name) => set(index, { name })}
                name={`companions.${index}.name`}
                autoComplete="off"
              />
            </div>
            <Button
              look="text"
              isSmall
              aria-label={t("remove-companion", { number: index + 1 })}
              onPress={() => onChange({ ...reply, companions: companions.filter((_, at) => at !== index) })}
            >
              {t("remove")}
            </Button>
          </div>
          {questions.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              value={companion.answers[question.id]}
              name={`companions.${index}.answers.${question.id}`}
              onChange={(value) => set(index, { answers: withAnswer(companion.answers, question.id, value) })}
            />
          ))}
        </div>
      ))}
      {companions.length < most ? (
        <div>
          <Button
            look="quiet"
            isSmall
            onPress={() =>
              onChange({ ...reply, companions: [...companions, { name: "", attending: true, answers: {} }] })
            }
          >
            {t("add-companion")}
          </Button>
        </div>
      ) : (
        <p className="muted small">{t("party-full")}</p>
      )}
    </fieldset>
  );
}
