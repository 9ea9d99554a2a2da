import { useMutation, useQuery } from "@tanstack/react-query";
import { type Event, type Guest, isUsherError, type Question, type RecordRsvp } from "@usher/client";
import { useState } from "react";
import { saidNo } from "../../../../../src/kernel/standing.ts";
import { api } from "../../../api/client.ts";
import { textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Checkbox, Checkboxes, Choices, Select, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";
import { withUnsent } from "../../../ui/unsent.ts";
import { MOST_COMPANIONS } from "../../settings/party-size.tsx";
import { questionsQuery, refreshGuest, refreshMailed } from "./queries.ts";

const t = textsOf("guest");

type Answers = NonNullable<RecordRsvp["answers"]>;
type Answer = Answers[string];

interface Reply {
  response: RecordRsvp["response"];
  companions: { name: string; attending: boolean; answers: Answers }[];
  answers: Answers;
}

const NO_ANSWER = "";
/** The API's order: the guest's party size, the named companions, the event's default. A larger reply may stay. */
function mostCompanions(event: Event, { party_size, companions, rsvp }: Guest): number {
  const ofEvent = event.default_party_size === null ? MOST_COMPANIONS : event.default_party_size - 1;
  const most = party_size === null ? companions.length || ofEvent : party_size - 1;
  return Math.max(most, companions.length, rsvp?.plus_ones ?? 0);
}

/** Enters or corrects a reply for a guest. */
export function RecordReply({ event, guest, onClose }: { event: Event; guest: Guest; onClose: () => void }) {
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
    onSuccess: async ({ data: { notified, reason } }) => {
      toast(notified ? t("reply-saved-notified") : withUnsent(t("reply-saved"), { reason }));
      onClose();
      await (notified ? refreshMailed : refreshGuest)(event.id, guest.id);
    },
  });
  const brings = !saidNo(reply.response);
  const asked = (questions.data?.items ?? []).filter(({ when }) => when === "always" || brings);
  return (
    <Dialog title={t("reply-title", { name: guest.name })} isOpen isWide onClose={onClose}>
      <Form
        action={record}
        submit={t("save-reply")}
        onCancel={onClose}
        onSubmit={() => record.mutate(false)}
        choices={
          isUsherError(record.error, "event_full") ? (
            <Button look="quiet" isSmall isPending={record.isPending} onPress={() => record.mutate(true)}>
              {t("force-seat")}
            </Button>
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
            onChange={(value) => setReply({ ...reply, answers: { ...reply.answers, [question.id]: value } })}
          />
        ))}
        {brings ? (
          <Companions
            reply={reply}
            questions={event.companion_names === "off" ? [] : asked.filter(({ scope }) => scope === "person")}
            most={mostCompanions(event, guest)}
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
  const { companions } = reply;
  const set = (index: number, changed: Partial<Reply["companions"][number]>) =>
    onChange({
      ...reply,
      companions: companions.map((companion, at) => (at === index ? { ...companion, ...changed } : companion)),
    });
  return (
    <fieldset className="plain stack">
      <legend>{t("companions", { count: companions.length })}</legend>
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
              onChange={(value) => set(index, { answers: { ...companion.answers, [question.id]: value } })}
            />
          ))}
        </div>
      ))}
      {companions.length < most ? (
        <Button
          look="quiet"
          isSmall
          onPress={() =>
            onChange({ ...reply, companions: [...companions, { name: "", attending: true, answers: {} }] })
          }
        >
          {t("add-companion")}
        </Button>
      ) : (
        <p className="muted small">{t("party-full")}</p>
      )}
    </fieldset>
  );
}

function QuestionField({
  question,
  value,
  name,
  onChange,
}: {
  question: Question;
  value: Answer | undefined;
  name: string;
  onChange: (value: Answer) => void;
}) {
  const { label, kind, options } = question;
  if (kind === "choice" || kind === "yes_no") {
    const offered =
      kind === "choice"
        ? options.map((option) => ({ value: option, label: option }))
        : [
            { value: "true", label: t("yes") },
            { value: "false", label: t("no") },
          ];
    return (
      <Select
        label={label}
        name={name}
        value={value === undefined || value === null ? NO_ANSWER : String(value)}
        options={[{ value: NO_ANSWER, label: t("no-answer") }, ...offered]}
        onChange={(chosen) => onChange(chosen === NO_ANSWER ? null : kind === "choice" ? chosen : chosen === "true")}
      />
    );
  }
  if (kind === "choices") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <Checkboxes
        label={label}
        options={options.map((option) => ({ value: option, label: option }))}
        value={chosen}
        onChange={onChange}
        name={name}
      />
    );
  }
  const read = (text: string): Answer => {
    if (text.trim() === "") return null;
    // The API rejects a text that is not a number, with its own error.
    return kind === "number" && Number.isFinite(Number(text)) ? Number(text) : text;
  };
  return (
    <TextField
      label={label}
      name={name}
      value={value === undefined || value === null ? "" : String(value)}
      onChange={(text) => onChange(read(text))}
      {...(kind === "number" ? { inputMode: "decimal" as const } : {})}
    />
  );
}

/** Returns the guest's reply, or a yes with the companions on the invitation. */
function replyOf({ rsvp, companions }: Guest): Reply {
  if (rsvp === null) {
    const expected = companions.map(({ name }) => ({ name, attending: true, answers: {} }));
    return { response: "attending", companions: expected, answers: {} };
  }
  const named = rsvp.companions.map(({ name, attending, answers }) => ({ name: name ?? "", attending, answers }));
  const unnamed = Math.max(0, rsvp.plus_ones - named.filter(({ attending }) => attending).length);
  const others = Array.from({ length: unnamed }, () => ({ name: "", attending: true, answers: {} }));
  return { response: rsvp.response, companions: [...named, ...others], answers: { ...rsvp.answers } };
}

/**
 * Returns a reply for the API. Sends only the number of companions if none has a name or an answer, and the stored reply lists
 * none.
 */
function recordOf({ rsvp }: Guest, { response, companions, answers }: Reply): RecordRsvp {
  if (saidNo(response)) return { response, answers };
  const isListed =
    (rsvp?.companions.length ?? 0) > 0 ||
    companions.some((companion) => companion.name.trim() !== "" || Object.keys(companion.answers).length > 0);
  if (!isListed) return { response, answers, plus_ones: companions.length };
  return {
    response,
    answers,
    companions: companions.map((companion) => ({
      name: companion.name.trim() === "" ? null : companion.name.trim(),
      attending: companion.attending,
      answers: companion.answers,
    })),
  };
}
