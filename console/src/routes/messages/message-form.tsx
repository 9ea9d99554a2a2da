import { type UseMutationResult, useMutation, useQuery } from "@tanstack/react-query";
import type { Event, Message } from "@usher/client";
import { type ReactNode, useState } from "react";
import { api } from "../../api/client.ts";
import { number, textsOf, zoneName } from "../../i18n/text.tsx";
import { momentOf } from "../../i18n/zoned-time.ts";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices, DateTimeField, Select, Switch } from "../../ui/field.tsx";
import { Form, FormRefusal } from "../../ui/form.tsx";
import { Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { WordsField } from "../../ui/words-field.tsx";
import { countsQuery } from "../guests/queries.ts";
import { GuestPreview } from "../send/guest-preview.tsx";
import { useAllGuests } from "../send/queries.ts";
import { insertionsOfTexts } from "../send/words-card.tsx";
import { AUDIENCES, audienceName, filterOf, isRecipient, meansComing, type Reminder, tagOf } from "./audience.ts";
import { ChosenGuests } from "./chosen-guests.tsx";
import type { MessageDraft, When } from "./message-draft.ts";
import { unknownPlaceholder } from "./placeholders.ts";
import { messagePreviewQuery, recipientsQuery, textSizeQuery } from "./queries.ts";
import "./messages.css";

const t = textsOf("messages");

const MAX_SUBJECT = 200;
const MAX_BODY = 10_000;
const MAX_TEXT = 1_000;

/**
 * Writes a message: audience, channel, text and time, next to a preview for each guest.
 * @param action of the main button
 * @param reminder which reminder it is; null for a message of a host
 * @param conflict shown if another host has changed the message
 */
export function MessageForm({
  event,
  draft,
  onChange,
  reminder,
  action,
  conflict,
  onCancel,
}: {
  event: Event;
  draft: MessageDraft;
  onChange: (draft: MessageDraft) => void;
  reminder: Reminder | null;
  action: UseMutationResult<Message, Error, MessageDraft, unknown>;
  conflict: ReactNode;
  /** The button that cancels the message or discards the draft. */
  onCancel: ReactNode;
}) {
  const { channel, audience, guestIds, subject, body, when, at } = draft;
  const isMail = channel === "email";
  const isReminder = reminder !== null;
  const everybody = useAllGuests(event.id, filterOf(audience));
  const guests = everybody.guests.filter(isRecipient(draft, reminder));
  // The API counts audiences of messages. The recipients of a reminder depend on more, so they are counted one by one.
  const counted = isReminder ? { ...draft, audience: "chosen", guestIds: guests.map(({ id }) => id) } : draft;
  const isCountable = !isReminder || everybody.isComplete;
  const sendAt = when === "later" && at !== "" ? momentOf(at, event.timezone) : null;
  const debounced = useDebounced({ channel, subject, body, sendAt });
  // The API rejects empty texts and unknown placeholders.
  const isBlank =
    debounced.body.trim() === "" ||
    (isMail && debounced.subject.trim() === "") ||
    unknownPlaceholder(debounced.body + debounced.subject) !== null;
  const [isAsking, setAsking] = useState(false);
  const set = (change: Partial<MessageDraft>) => onChange({ ...draft, ...change });
  const limit = isMail ? MAX_BODY : MAX_TEXT;
  const problemOf = (text: string) => {
    const unknown = unknownPlaceholder(text);
    return unknown === null ? undefined : t("unknown-placeholder", { name: unknown });
  };
  const test = useMutation({
    mutationFn: () =>
      api.POST("/events/{eventId}/messages/test", {
        params: { path: { eventId: event.id } },
        body: { channel: "email", subject, body },
      }),
    onSuccess: ({ data }) => toast(t("test-sent", { address: data.sent_to })),
  });
  const whens: When[] = isReminder ? ["later", "now", "draft"] : ["now", "later", "draft"];
  return (
    // Enter in a field sends nothing.
    <Form action={action} className="writing" onSubmit={() => undefined}>
      <section className="card stack" aria-label={t("to-whom")}>
        <AudienceSelect event={event} draft={draft} reminder={reminder} onChange={(next) => set({ audience: next })} />
        {audience === "chosen" ? (
          <ChosenGuests
            guests={everybody.guests}
            isComplete={everybody.isComplete}
            chosen={guestIds}
            onChange={(next) => set({ guestIds: next })}
          />
        ) : null}
        <Refusal error={everybody.error} onRetry={everybody.retry} />
        {isReminder ? <p className="muted small">{t("reminder-note")}</p> : null}
        {isReminder || !meansComing(audience) ? null : <p className="muted small">{t("coming-note")}</p>}
        <Reach
          eventId={event.id}
          draft={counted}
          isEnabled={isCountable}
          onInclude={isReminder ? undefined : (isIn) => set({ notInvited: isIn ? "include" : "skip" })}
        />
        <Choices
          label={t("channel")}
          orientation="horizontal"
          value={channel}
          onChange={(next) => set({ channel: next })}
          options={[
            { value: "email", label: t("channel-email") },
            { value: "sms", label: t("channel-sms") },
          ]}
        />
      </section>
      <section className="card stack" aria-label={t("words")}>
        {isMail ? (
          <WordsField
            name="subject"
            label={t("subject")}
            value={subject}
            onChange={(text) => set({ subject: text })}
            error={problemOf(subject)}
            insertions={insertionsOfTexts().filter(({ value }) => value !== "{{rsvp_link}}")}
            insertLabel={t("insert-subject")}
            maxLength={MAX_SUBJECT}
          />
        ) : null}
        <WordsField
          name="body"
          label={t("body")}
          rows={10}
          value={body}
          onChange={(text) => set({ body: text })}
          error={problemOf(body)}
          help={isMail ? undefined : t("text-length", { used: number(body.length), most: number(limit) })}
          insertions={insertionsOfTexts()}
          insertLabel={t("insert-body")}
          maxLength={limit}
        />
        {isMail || isBlank ? null : <TextSize eventId={event.id} draft={{ ...draft, body: debounced.body }} />}
        {isMail ? (
          <div className="stack tight">
            <Button look="quiet" isPending={test.isPending} onPress={() => test.mutate()}>
              {t("test")}
            </Button>
            <Refusal error={test.error} />
          </div>
        ) : null}
      </section>
      <GuestPreview
        guests={guests}
        isComplete={everybody.isComplete}
        isMail={isMail}
        queryOf={(guestId) => (isBlank ? null : messagePreviewQuery(event.id, debounced, guestId))}
      />
      <section className="card stack" aria-label={t("when")}>
        <Choices
          label={t("when")}
          value={when}
          onChange={(next) => set({ when: next })}
          options={whens.map((value) => ({
            value,
            label: t(isReminder && value === "draft" ? "when-off" : `when-${value}`),
          }))}
        />
        {when === "later" ? (
          <DateTimeField
            label={t("at")}
            help={t("zone", { zone: zoneName(event.timezone) })}
            name="send_at"
            value={at}
            onChange={(next) => set({ at: next })}
          />
        ) : null}
        {conflict ?? <FormRefusal />}
        <div className="row">
          <Button
            isPending={action.isPending}
            onPress={() => (when === "now" ? setAsking(true) : action.mutate(draft))}
          >
            {t(isReminder && when === "draft" ? "turn-off" : `save-${when}`)}
          </Button>
          {onCancel}
        </div>
      </section>
      <ConfirmDialog
        title={t("send-title")}
        confirm={t("send-confirm")}
        isDanger={false}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        // The form shows the error.
        onConfirm={() => action.mutateAsync(draft).catch(() => undefined)}
      >
        <Reach eventId={event.id} draft={counted} isEnabled={isCountable} />
        {isMail || isBlank ? null : <TextSize eventId={event.id} draft={draft} />}
        <p>{t("send-lead")}</p>
      </ConfirmDialog>
    </Form>
  );
}

function AudienceSelect({
  event,
  draft: { audience, guestIds },
  reminder,
  onChange,
}: {
  event: Event;
  draft: MessageDraft;
  reminder: Reminder | null;
  onChange: (audience: string) => void;
}) {
  const counts = useQuery(countsQuery(event.id));
  const tags = counts.data?.tags.map(({ tag }) => `tag:${tag}`) ?? [];
  // The message may have a tag that no guest has any longer.
  const own = tagOf(audience) === null || tags.includes(audience) ? [] : [audience];
  return (
    <Select
      label={t("to-whom")}
      value={audience}
      onChange={onChange}
      options={[...AUDIENCES, ...tags, ...own, "chosen"].map((value) => ({
        value,
        label: audienceName(value, { chosen: guestIds.length === 0 ? undefined : guestIds.length, reminder }),
      }))}
    />
  );
}

/**
 * Counts the guests that the message would reach now, and those it would not. Reserves its space while counting, so that nothing
 * moves below the pointer.
 */
function Reach({
  eventId,
  draft,
  isEnabled,
  onInclude,
}: {
  eventId: string;
  draft: MessageDraft;
  /** False while the recipients are unknown. */
  isEnabled: boolean;
  /** Includes or leaves out guests who were never invited; undefined: no choice. */
  onInclude?: ((isIncluded: boolean) => void) | undefined;
}) {
  const { audience, guestIds, channel } = draft;
  const isNobody = audience === "chosen" && guestIds.length === 0;
  const reach = useQuery({ ...recipientsQuery(eventId, draft), enabled: isEnabled && !isNobody });
  return (
    <div role="status" className="reach stack tight">
      <Refusal error={reach.error} onRetry={() => void reach.refetch()} />
      {isEnabled && isNobody ? (
        <p>
          <span className="figure">{number(0)}</span> {t("reach", { count: 0 })}
        </p>
      ) : null}
      {reach.data === undefined ? null : (
        <>
          <p>
            <span className="figure">{number(reach.data.count)}</span> {t("reach", { count: reach.data.count })}
          </p>
          {reach.data.unreachable === 0 && reach.data.suppressed === 0 ? null : (
            <p className="muted small row">
              {reach.data.unreachable === 0 ? null : (
                <span>{t(`unreachable-${channel}`, { count: reach.data.unreachable })}</span>
              )}
              {reach.data.suppressed === 0 ? null : (
                <span>{t(`suppressed-${channel}`, { count: reach.data.suppressed })}</span>
              )}
            </p>
          )}
          {onInclude === undefined || reach.data.not_invited === 0 ? null : (
            <Switch isSelected={draft.notInvited === "include"} onChange={onInclude}>
              {t("not-invited", { count: reach.data.not_invited })}
            </Switch>
          )}
        </>
      )}
    </div>
  );
}

/** The number of segments that providers charge for, over all recipients. */
function TextSize({
  eventId,
  draft,
}: {
  eventId: string;
  draft: Pick<MessageDraft, "audience" | "notInvited" | "guestIds" | "body">;
}) {
  const isUnknown = draft.audience === "chosen" && draft.guestIds === null;
  const { data } = useQuery({ ...textSizeQuery(eventId, draft, draft.body), enabled: !isUnknown });
  const size = data?.sms;
  if (size === undefined || size.segments === 0) return null;
  return (
    <div role="status" className="stack tight muted small">
      <p>
        {t("text-size", { count: size.segments })} {t("text-size-most", { count: size.max_segments })}
      </p>
      {size.ucs2 === 0 ? null : <p>{t("text-size-unicode", { count: size.ucs2 })}</p>}
    </div>
  );
}
