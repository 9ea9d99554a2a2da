import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Branding } from "@usher/client";
import { useState } from "react";
import { api, showSaved, useEvent } from "../../api/client.ts";
import { useSave } from "../../api/use-save.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button, Segments } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { changesTo, isSame, NO_BRANDING } from "./branding.ts";
import { LookFields } from "./look-fields.tsx";
import { PreviewPane } from "./preview-pane.tsx";

const t = textsOf("look");

/** Delay between a change and the preview, in milliseconds. */
const DEBOUNCE_MS = 300;

const brandingQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "branding"],
    queryFn: async ({ signal }): Promise<Branding> => {
      const { data } = await api.GET("/events/{eventId}/branding", { params: { path: { eventId } }, signal });
      const { primary_color, font, logo_url, cover_url, theme } = data;
      return { primary_color, font, logo_url, cover_url, theme };
    },
  });

export function Screen() {
  const { id: eventId } = useEvent();
  const stored = useQuery(brandingQuery(eventId));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Loading query={stored} lines={6} label={t("loading")} />
      {stored.data === undefined ? null : <Look eventId={eventId} stored={stored.data} />}
    </Page>
  );
}

function Look({ eventId, stored }: { eventId: string; stored: Branding }) {
  const event = useEvent();
  // Null without changes, so that changes by other hosts are shown.
  const [draft, setDraft] = useState<Branding | null>(null);
  const shown = draft ?? stored;
  const save = useSave({
    typed: draft,
    send: (branding: Branding) => {
      const params = { path: { eventId } };
      return api.PUT("/events/{eventId}/branding", { params, body: changesTo(branding) });
    },
    forget: () => setDraft(null),
    onSaved: (_, branding) => {
      const before = stored;
      showSaved(brandingQuery(eventId).queryKey, branding);
      toast(t("saved"), { label: t("undo"), run: () => save.mutate(before) });
    },
  });
  const isChanged = draft !== null && !isSame(draft, stored);
  return (
    <div className="side-by-side">
      {event.your_role === "viewer" ? (
        <p className="muted">{t("view-only")}</p>
      ) : (
        <div className="stack">
          <LookFields value={shown} onChange={setDraft} />
          <Refusal error={save.error} />
          <div className="row">
            <Button isPending={save.isPending} isDisabled={!isChanged} onPress={() => save.mutate(shown)}>
              {t("save")}
            </Button>
            {isChanged ? (
              <Button look="quiet" onPress={() => setDraft(null)}>
                {t("discard")}
              </Button>
            ) : null}
            {isSame(shown, NO_BRANDING) ? null : (
              <Button look="text" onPress={() => setDraft(NO_BRANDING)}>
                {t("reset")}
              </Button>
            )}
          </div>
        </div>
      )}
      <Preview eventId={eventId} branding={shown} />
    </div>
  );
}

function Preview({ eventId, branding }: { eventId: string; branding: Branding }) {
  const [of, setOf] = useState<"page" | "mail">("page");
  const debounced = useDebounced(branding, DEBOUNCE_MS);
  const preview = useQuery({
    queryKey: ["events", eventId, "preview", of, debounced],
    queryFn: async ({ signal }) => {
      const params = { path: { eventId } };
      const changes = changesTo(debounced);
      if (of === "page") {
        return (await api.POST("/events/{eventId}/preview", { params, body: { branding: changes }, signal })).data.html;
      }
      const body = { kind: "invitation" as const, branding: changes };
      return (await api.POST("/events/{eventId}/texts/preview", { params, body, signal })).data.html;
    },
    placeholderData: keepPreviousData,
  });
  return (
    <PreviewPane
      title={t(of === "page" ? "preview-page" : "preview-mail")}
      html={preview.data ?? null}
      error={preview.error}
    >
      <Segments
        label={t("preview-of")}
        value={of}
        onChange={setOf}
        options={(["page", "mail"] as const).map((value) => ({ value, label: t(`show-${value}`) }))}
      />
    </PreviewPane>
  );
}
