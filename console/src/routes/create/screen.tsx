import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { api, useMe } from "../../api/client.ts";
import { locale } from "../../i18n/catalogue.ts";
import { languageOf } from "../../i18n/locale.ts";
import { textsOf } from "../../i18n/text.tsx";
import { momentOf, wallTimeOf } from "../../i18n/zoned-time.ts";
import { Main } from "../../layout/account-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { changesTo } from "../look/branding.ts";
import { PreviewPane } from "../look/preview-pane.tsx";
import { type Draft, emptyDraft, eventOf, STEPS } from "./draft.ts";
import { LookStep } from "./look-step.tsx";
import { WhatStep } from "./what-step.tsx";
import { WhoStep } from "./who-step.tsx";
import "./screen.css";

const t = textsOf("create");

/** Delay between typing and the preview, in milliseconds. */
const DEBOUNCE_MS = 400;

/** The preview's sample time until a time is chosen: an evening in 30 days. */
const SAMPLE_MS = 30 * 86_400_000;

const SAMPLE_CLOCK = "18:00";

/** Creates an event in three steps, next to a preview of its invitation. */
export function Screen() {
  const me = useMe();
  const navigate = useNavigate();
  const [empty] = useState(emptyDraft);
  const [stored, setDraft] = useDraft<Draft>(`event ${me.id}`);
  // A draft of an earlier version of the console lacks newer fields.
  const draft = { ...empty, ...stored };
  const latest = useRef({ draft, setDraft });
  latest.current = { draft, setDraft };
  const heading = useRef<HTMLHeadingElement>(null);
  const change = (changes: Partial<Draft>) => setDraft({ ...latest.current.draft, ...changes });
  // The next visit begins a new event once this one is created.
  useEffect(() => {
    return () => {
      if (latest.current.draft.eventId !== null) latest.current.setDraft(null);
    };
  }, []);
  const go = (changes: Partial<Draft>) => {
    change(changes);
    // The focused button no longer exists.
    requestAnimationFrame(() => heading.current?.focus());
    window.scrollTo(0, 0);
  };
  const finish = async (eventId: string) => {
    await navigate({ to: "/events/$eventId", params: { eventId } });
  };
  const at = STEPS.indexOf(draft.step);
  return (
    <Main>
      <Page title={t("title")}>
        <ol className="plain-list steps" aria-label={t("steps")}>
          {STEPS.map((step, index) => (
            <li key={step} aria-current={step === draft.step ? "step" : undefined} data-done={index < at || undefined}>
              {t(`step-${step}`)}
            </li>
          ))}
        </ol>
        <div className="side-by-side">
          <section className="stack" aria-labelledby="step-heading">
            <h2 id="step-heading" ref={heading} tabIndex={-1}>
              {t(`heading-${draft.step}`)}
            </h2>
            {draft.step === "what" ? (
              <WhatStep draft={draft} onChange={change} onNext={() => go({ step: "look" })} />
            ) : draft.step === "look" ? (
              <LookStep
                draft={draft}
                onChange={change}
                onBack={() => go({ step: "what" })}
                onCreated={(eventId) => go({ step: "who", eventId })}
              />
            ) : (
              <WhoStep draft={draft} onChange={change} onFinish={finish} />
            )}
          </section>
          <InvitationPreview draft={draft} />
        </div>
      </Page>
    </Main>
  );
}

/** The invitation page of the event as typed so far. */
function InvitationPreview({ draft }: { draft: Draft }) {
  const { name, starts, ends, timezone, venue, description, partySize, branding } = useDebounced(draft, DEBOUNCE_MS);
  const typed = { name, starts, ends, timezone, venue, description, partySize, branding };
  const preview = useQuery({
    queryKey: ["preview", typed],
    queryFn: async ({ signal }) => {
      const event = eventOf({ ...draft, ...typed }, languageOf(locale)) ?? {
        name: name.trim() || t("name-sample"),
        event_date: eventOf({ ...draft, ...typed, name: "?" }, "en")?.event_date ?? sampleTime(timezone),
        timezone,
        venue: venue.trim() || null,
        description: description.trim() || null,
        default_party_size: partySize,
      };
      const body = { event, branding: changesTo(branding) };
      return (await api.POST("/events/preview", { body, signal })).data.html;
    },
    placeholderData: keepPreviousData,
  });
  return <PreviewPane title={t("preview")} html={preview.data ?? null} error={preview.error} />;
}

function sampleTime(timeZone: string): string {
  const at = Date.now() + SAMPLE_MS;
  const [day] = wallTimeOf(at, timeZone).split("T");
  return momentOf(`${day}T${SAMPLE_CLOCK}`, timeZone) ?? new Date(at).toISOString();
}
