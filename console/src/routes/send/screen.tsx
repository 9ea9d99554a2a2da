import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type Guest, isUsherError } from "@usher/client";
import { useRef, useState } from "react";
import { api, queryClient, showSaved, useEvent } from "../../api/client.ts";
import { textsOf } from "../../i18n/text.tsx";
import { buttonClass, Link, Segments } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, Loading, Refusal } from "../../ui/states.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useDraft } from "../../ui/use-draft.ts";
import type { GuestFilter } from "../guests/filter.ts";
import { GuestPreview } from "./guest-preview.tsx";
import { OutcomeCard } from "./outcome-card.tsx";
import { type MailDraft, mailPreviewQuery, pagePreviewQuery, textsQuery, useAllGuests } from "./queries.ts";
import { startSending, useSending } from "./sending.ts";
import { type Who, WhoCard } from "./who-card.tsx";
import {
  ALL_LANGUAGES,
  changeIn,
  completed,
  conflictsOf,
  type Draft,
  draftOf,
  KINDS,
  type Kind,
  unsaved,
  type WordsField,
  withDraft,
  wordsIn,
  wordsOf,
} from "./words.ts";
import { WordsCard } from "./words-card.tsx";

const t = textsOf("send");

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The guests that are selected in the guest list. */
    guestIds?: string[];
  }
}

const VIEWS = ["invitation", "page", "confirmation", "reminder"] as const;
type View = (typeof VIEWS)[number];

/** Sends invitations, with the texts of all emails and a preview for each guest. */
export function Screen() {
  const event = useEvent();
  if (event.your_role === "viewer") {
    return (
      <Page title={t("title")}>
        <Empty title={t("viewer-title")}>{t("viewer-lead")}</Empty>
      </Page>
    );
  }
  return <Sender eventId={event.id} />;
}

function Sender({ eventId }: { eventId: string }) {
  const { guestIds } = useLocation().state;
  const sending = useSending(eventId);
  const [who, setWho] = useState<Who>(guestIds === undefined ? "new" : "chosen");
  const [view, setView] = useState<View>("invitation");
  // Stored like the unsaved texts, which are in this language.
  const [keptLanguage, setLanguage] = useDraft<string>(`texts-language ${eventId}`);
  const language = keptLanguage ?? ALL_LANGUAGES;
  const [stored, setDraft] = useDraft<Draft>(
    language === ALL_LANGUAGES ? `texts ${eventId}` : `texts ${eventId} ${language}`,
  );
  const draft = stored ?? {};
  const latest = useRef(draft);
  latest.current = draft;
  const keep = (next: Draft) => setDraft(Object.keys(next).length === 0 ? null : next);
  const texts = useQuery(textsQuery(eventId));
  const everybody = useAllGuests(eventId, FILTERS[who]);
  const guests = everybody.guests.filter(isAmong(who, guestIds));
  const saved = texts.data === undefined ? null : wordsIn(texts.data, language);
  const typed = saved === null ? null : withDraft(saved, draft);
  // The first texts are shown without a delay.
  const words = useDebounced(typed) ?? typed;

  /** Saves the edits of some fields. @returns false, without writing, if another host has saved other texts */
  const save = async (fields: readonly WordsField[]): Promise<boolean> => {
    const query = textsQuery(eventId);
    const read = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    const now = wordsIn(read, language);
    if (conflictsOf(draft, now, fields).length > 0) return false;
    try {
      const { data } = await api.PUT("/events/{eventId}/texts", {
        params: { path: { eventId } },
        body: {
          ...changeIn(read, language, withDraft(now, draft, fields)),
          expected_updated_at: read.updated_at,
        },
      });
      showSaved(query.queryKey, data);
      keep(unsaved(latest.current, wordsIn(data, language), draft, fields));
      return true;
    } catch (error) {
      if (!isUsherError(error, "texts_changed")) throw error;
      // Another host saved first. Conflicting fields are shown to choose from; other fields are merged.
      return save(fields);
    }
  };
  const send = async () => {
    const isEdited = KINDS.invitation.some((field) => draft[field] !== undefined);
    if (isEdited && !(await save(KINDS.invitation))) return;
    void startSending(eventId, who === "again" ? "again" : "invite", guests);
  };

  if (saved === null || words === null || texts.data === undefined) {
    return (
      <Page title={t("title")}>
        <Loading query={texts} lines={6} label={t("loading")} />
      </Page>
    );
  }
  const { translations, updated_at: savedAt } = texts.data;
  const forAll = wordsOf(texts.data);
  const mailOf = (kind: Kind): MailDraft => {
    if (language !== ALL_LANGUAGES) return { ...draftOf(kind, completed(words, forAll)), locale: language };
    const isEdited = KINDS[kind].some((field) => draft[field] !== undefined);
    return isEdited || translations === undefined ? draftOf(kind, words) : { kind };
  };
  const isEmpty = who === "new" && everybody.isComplete && everybody.guests.length === 0;
  return (
    <Page title={t("title")} lead={t("lead")}>
      {sending === null ? null : <OutcomeCard eventId={eventId} sending={sending} />}
      <div className="writing">
        <WhoCard
          eventId={eventId}
          who={who}
          onWho={setWho}
          chosen={guestIds?.length ?? null}
          guests={guests}
          isComplete={everybody.isComplete}
          isSending={sending?.isRunning ?? false}
          isBlocked={conflictsOf(draft, saved, KINDS.invitation).length > 0}
          onSend={send}
        />
        <Refusal error={everybody.error} onRetry={everybody.retry} />
        <GuestPreview
          guests={guests}
          isComplete={everybody.isComplete}
          isMail={view !== "page"}
          queryOf={(guestId) =>
            view === "page"
              ? pagePreviewQuery(eventId, guestId)
              : mailPreviewQuery(eventId, mailOf(view), guestId, savedAt)
          }
        >
          <Segments
            label={t("view")}
            value={view}
            onChange={setView}
            options={VIEWS.map((value) => ({ value, label: t(`view-${value}`) }))}
          />
        </GuestPreview>
        {view === "page" ? (
          <section className="card stack">
            <h2>{t("page-title")}</h2>
            <p className="muted">{t("page-lead")}</p>
            <Link to="/events/$eventId/look" params={{ eventId }} className={buttonClass("quiet")}>
              {t("page-look")}
            </Link>
          </section>
        ) : (
          <WordsCard
            key={`${view} ${language}`}
            eventId={eventId}
            kind={view}
            language={language}
            written={Object.keys(translations ?? {})}
            onLanguage={(next) => setLanguage(next === ALL_LANGUAGES ? null : next)}
            forAll={forAll}
            saved={saved}
            draft={draft}
            onDraft={keep}
            onSave={save}
          />
        )}
        {isEmpty && sending === null ? <NobodyLeft eventId={eventId} /> : null}
      </div>
    </Page>
  );
}

function NobodyLeft({ eventId }: { eventId: string }) {
  return (
    <Empty
      title={t("nobody-title")}
      action={
        <Link to="/events/$eventId/guests" params={{ eventId }} className={buttonClass("quiet")}>
          {t("to-guests")}
        </Link>
      }
    >
      {t("nobody-lead")}
    </Empty>
  );
}

const FILTERS: Record<Who, GuestFilter> = {
  new: { delivery: "none", sort: "name" },
  chosen: { sort: "name" },
  again: { delivery: "undelivered", sort: "name" },
};

/** Returns a test for the recipients among the guests of the filter. */
function isAmong(who: Who, chosen: readonly string[] = []): (guest: Guest) => boolean {
  if (who === "again") return () => true;
  // A walk-in needs no invitation.
  if (who === "new")
    return ({ rsvp, opened_at, standing }) => rsvp === null && opened_at === null && standing !== "walk_in";
  const ids = new Set(chosen);
  return ({ id }) => ids.has(id);
}
