import { useQuery } from "@tanstack/react-query";
import type { Event, Guest } from "@usher/client";
import { useState } from "react";
import { standingOfRsvp } from "../../../../../src/kernel/standing.ts";
import { dateTime, list, textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { saidIn } from "../guest-state.ts";
import { PassedOver } from "../passed-over.tsx";
import { OfferSeat } from "./offer-seat.tsx";
import { questionsQuery } from "./queries.ts";
import { RecordReply } from "./record-reply.tsx";

const t = textsOf("guest");

/** The guest's reply, with companions and answers, and a button that enters one. */
export function ReplyCard({ event, guest, canEdit }: { event: Event; guest: Guest; canEdit: boolean }) {
  const [isRecording, setRecording] = useState(false);
  const [isOffering, setOffering] = useState(false);
  const { rsvp, standing } = guest;
  const named = rsvp?.companions.filter(({ attending, name }) => attending && name !== null) ?? [];
  const absent = rsvp?.companions.filter(({ attending, name }) => !attending && name !== null) ?? [];
  const place = rsvp === null ? null : seatWords(event, rsvp);
  const mayOffer = standing === "waitlisted" || standing === "unseated";
  return (
    <Section id="reply" title={t("reply")}>
      {rsvp === null ? (
        <p className="muted">{t(noReplyKey(guest))}</p>
      ) : (
        <>
          <p className="reply-words display">{t(`reply-${saidIn(rsvp)}`, { count: rsvp.plus_ones })}</p>
          <dl className="facts">
            {named.length === 0 ? null : <Fact name={t("with")} value={list(named.map(({ name }) => name ?? ""))} />}
            {absent.length === 0 ? null : (
              <Fact name={t("without")} value={list(absent.map(({ name }) => name ?? ""))} />
            )}
            {place === null ? null : <Fact name={t("seat")} value={place} />}
            {rsvp.offer_expires_at === null ? null : (
              <Fact name={t("offer-until")} value={dateTime(rsvp.offer_expires_at, event.timezone)} />
            )}
            <Fact
              name={t(rsvp.answered_by === "host" ? "entered-at" : "replied-at")}
              value={dateTime(rsvp.submitted_at, event.timezone)}
            />
          </dl>
          <PassedOver guest={guest} canEdit={canEdit} />
          <Answers event={event} guest={guest} />
        </>
      )}
      {canEdit ? (
        <div className="row">
          <Button look="quiet" onPress={() => setRecording(true)}>
            {t(rsvp === null ? "enter-reply" : "correct-reply")}
          </Button>
          {mayOffer ? (
            <Button look="quiet" onPress={() => setOffering(true)}>
              {t("offer-seat")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRecording ? <RecordReply event={event} guest={guest} onClose={() => setRecording(false)} /> : null}
      {isOffering ? <OfferSeat event={event} guest={guest} onClose={() => setOffering(false)} /> : null}
    </Section>
  );
}

/** Why there is no RSVP. Someone who was added at the door needs none. */
function noReplyKey({ standing }: Guest) {
  return standing === "walk_in" || standing === "not_invited" ? (`reply-none-${standing}` as const) : "reply-none";
}

/** Returns the seat of a party that said yes; null for a seat that nobody can lack. */
function seatWords({ capacity }: Event, rsvp: NonNullable<Guest["rsvp"]>): string | null {
  const standing = standingOfRsvp(rsvp);
  if (standing === "maybe" || standing === "declined") return null;
  if (standing === "coming") return capacity === null ? null : t("place-confirmed");
  const { waitlist_position: position } = rsvp;
  return position === null ? t(`place-${standing}`) : t("place-in-line", { position });
}

/** The answers of the guest and the companions to the event's questions. */
function Answers({ event, guest }: { event: Event; guest: Guest }) {
  const questions = useQuery(questionsQuery(event.id));
  const { rsvp } = guest;
  if (questions.data === undefined || rsvp === null) return null;
  const all = [...questions.data.items, ...questions.data.removed];
  const words = (value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    return Array.isArray(value) ? list(value.map(String)) : String(value);
  };
  const given = all.flatMap(({ id, label }) => [
    ...(rsvp.answers[id] === undefined ? [] : [{ key: id, label, value: words(rsvp.answers[id]) }]),
    ...rsvp.companions.flatMap(({ name, answers }, index) =>
      answers[id] === undefined
        ? []
        : [
            {
              key: `${id} ${index}`,
              label: t("answer-of", { question: label, name: name ?? t("companion", { number: index + 1 }) }),
              value: words(answers[id]),
            },
          ],
    ),
  ]);
  if (given.length === 0) return null;
  return (
    <dl className="facts">
      {given.map(({ key, label, value }) => (
        <Fact key={key} name={label} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="muted small">{name}</dt>
      <dd className="break" dir="auto">
        {value}
      </dd>
    </div>
  );
}
