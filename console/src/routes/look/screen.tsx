import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Branding } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient, useEvent } from "../../api/queries.ts";
import { useSave } from "../../api/use-save.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { changesTo, isSame, NO_BRANDING } from "./branding.ts";
import { LookFields } from "./look-fields.tsx";
import { PreviewPane, Toggle } from "./preview-pane.tsx";

/** Until a preview follows a change. Milliseconds. */
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

/** What does it look like to my guests? */
export function Screen() {
  const t = useText("look");
  const { eventId } = useParams({ from: "/account-frame/events/$eventId/look" });
  const stored = useQuery(brandingQuery(eventId));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Refusal error={stored.error} onRetry={() => void stored.refetch()} />
      {stored.isPending ? <Skeleton lines={6} label={t("loading")} /> : null}
      {stored.data === undefined ? null : <Look eventId={eventId} stored={stored.data} />}
    </Page>
  );
}

function Look({ eventId, stored }: { eventId: string; stored: Branding }) {
  const t = useText("look");
  const event = useEvent(eventId);
  // Null until something is changed: what others save meanwhile is shown.
  const [draft, setDraft] = useState<Branding | null>(null);
  const shown = draft ?? stored;
  const save = useSave({
    typed: draft,
    send: (branding: Branding) => {
      const path = { eventId };
      return api.PUT("/events/{eventId}/branding", { params: { path }, body: changesTo(branding) });
    },
    forget: () => setDraft(null),
    onSaved: (_, branding) => {
      const before = stored;
      queryClient.setQueryData(brandingQuery(eventId).queryKey, branding);
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
  const t = useText("look");
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
      <Toggle label={t("preview-of")} value={of} onChange={setOf} options={["page", "mail"]} />
    </PreviewPane>
  );
}
