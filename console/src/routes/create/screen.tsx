import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useMe } from "../../api/queries.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Main } from "../../layout/account-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { type Draft, dropDraft, keepDraft, readDraft, STEPS } from "./draft.ts";
import { InvitationPreview } from "./invitation-preview.tsx";
import { LookStep } from "./look-step.tsx";
import { WhatStep } from "./what-step.tsx";
import { WhoStep } from "./who-step.tsx";
import "./screen.css";

/** What are we inviting to? */
export function Screen() {
  const t = useText("create");
  const me = useMe();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => readDraft(me.id));
  const heading = useRef<HTMLHeadingElement>(null);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  useEffect(() => {
    keepDraft(me.id, draft);
  }, [me.id, draft]);
  const isCreated = useRef(false);
  isCreated.current = draft.eventId !== null;
  // Whoever goes elsewhere once the event is there begins a new one the next time.
  useEffect(() => {
    return () => {
      if (isCreated.current) dropDraft(me.id);
    };
  }, [me.id]);
  const go = (changes: Partial<Draft>) => {
    change(changes);
    // The button that had the focus is gone.
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
