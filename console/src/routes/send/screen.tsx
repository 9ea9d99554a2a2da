import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { isUsherError } from "@usher/client";
import { useRef, useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient, useEvent } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { ViewerPage } from "../../layout/viewer-page.tsx";
import { buttonClass, Link } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Empty, Skeleton } from "../../ui/states.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { GuestPreview } from "./guest-preview.tsx";
import { OutcomeCard } from "./outcome-card.tsx";
import { type MailDraft, mailPreviewQuery, pagePreviewQuery, textsQuery, useAllGuests } from "./queries.ts";
import { startSending, useSending } from "./sending.ts";
import { filterOf, isAmong, type Who } from "./who.ts";
import { WhoCard } from "./who-card.tsx";
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

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whom the guest list has selected. */
    guestIds?: string[];
  }
}

const VIEWS = ["invitation", "page", "confirmation", "reminder"] as const;
type View = (typeof VIEWS)[number];

/** Who gets what, and may I see it first? */
export function Screen() {
  const t = useText("send");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/send" });
  const event = useEvent(eventId);
  if (event.your_role === "viewer") {
    return <ViewerPage title={t("title")} heading={t("viewer-title")} lead={t("viewer-lead")} />;
  }
  return <Sender eventId={eventId} />;
}

function Sender({ eventId }: { eventId: string }) {
  const t = useText("send");
  const { guestIds } = useLocation().state;
  const sending = useSending(eventId);
  const [who, setWho] = useState<Who>(guestIds === undefined ? "new" : "chosen");
  const [view, setView] = useState<View>("invitation");
  // With words that are not saved, the language is kept as they are.
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
  const everybody = useAllGuests(eventId, filterOf(who));
  const guests = everybody.guests.filter(isAmong(who, guestIds));
  const saved = texts.data === undefined ? null : wordsIn(texts.data, language);
  const typed = saved === null ? null : withDraft(saved, draft);
  // The first words are shown at once.
  const words = useDebounced(typed) ?? typed;

  /** Saves what was edited of some fields. @returns false when another host has saved other words, and nothing is written */
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
      // A reading that is on its way may have the words from before, which would look like another host's.
      await queryClient.cancelQueries(query);
      queryClient.setQueryData(query.queryKey, data);
      keep(unsaved(latest.current, wordsIn(data, language), draft, fields));
      return true;
    } catch (error) {
      if (!isUsherError(error, "texts_changed")) throw error;
      // Somebody was faster by a moment. Words of theirs in the same fields are shown to choose from; others are taken along.
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
        <Refusal error={texts.error} onRetry={() => void texts.refetch()} />
        {texts.isPending ? <Skeleton lines={6} label={t("loading")} /> : null}
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
            <div>
              <Link to="/events/$eventId/look" params={{ eventId }} className={buttonClass("quiet")}>
                {t("page-look")}
              </Link>
            </div>
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
  const t = useText("send");
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
