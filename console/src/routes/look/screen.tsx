import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Branding as StoredBranding } from "@usher/client";
import { useState } from "react";
import { api, showSaved, useEvent } from "../../api/client.ts";
import { type Draft, useMergedSave } from "../../api/use-merged-save.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button, Segments } from "../../ui/button.tsx";
import { Conflicts } from "../../ui/conflicts.tsx";
import { Page } from "../../ui/page.tsx";
import { Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { type Branding, brandingOf, changesTo, isSame, NO_BRANDING } from "./branding.ts";
import { LookFields } from "./look-fields.tsx";
import { PreviewPane } from "./preview-pane.tsx";

const t = textsOf("look");

/** Delay between a change and the preview, in milliseconds. */
const DEBOUNCE_MS = 300;

const brandingQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["events", eventId, "branding"],
    queryFn: async ({ signal }): Promise<StoredBranding> => {
      const { data } = await api.GET("/events/{eventId}/branding", { params: { path: { eventId } }, signal });
      return { ...brandingOf(data), updated_at: data.updated_at };
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

const FIELD_NAMES = {
  primary_color: "color",
  font: "font",
  logo_url: "logo",
  cover_url: "cover",
  theme: "theme",
} as const;

/** A value of the form, for the choice between two of them. */
function valueText(value: unknown, field: keyof Branding): string {
  return field === "theme" ? t(`theme-${value as Branding["theme"]}`) : String(value);
}

function Look({ eventId, stored }: { eventId: string; stored: StoredBranding }) {
  const event = useEvent();
  const form = useMergedSave<StoredBranding, Branding>({
    stored,
    draft: useState<Draft<StoredBranding, Branding> | null>(null),
    valuesOf: brandingOf,
    outdated: { code: "branding_changed", member: "branding" },
    send: (edits, base) =>
      api.PUT("/events/{eventId}/branding", {
        params: { path: { eventId } },
        body: { ...changesTo({ ...brandingOf(base), ...edits }), expected_updated_at: base.updated_at },
      }),
    onSaved: (saved) => {
      const before = brandingOf(form.base);
      showSaved(brandingQuery(eventId).queryKey, saved);
      toast(t("saved"), { label: t("undo"), run: () => form.saveOnly(before, saved) });
    },
  });
  const { values: shown, merge, isDirty: isChanged } = form;
  return (
    <div className="side-by-side">
      {event.your_role === "viewer" ? (
        <p className="muted">{t("view-only")}</p>
      ) : (
        <div className="stack">
          <Conflicts {...form.conflict} labelOf={(field) => t(FIELD_NAMES[field])} textOf={valueText} />
          <LookFields eventId={event.id} value={shown} onChange={form.change} />
          <Refusal error={form.action.error} />
          <div className="row">
            <Button
              isPending={form.action.isPending}
              isDisabled={!isChanged && merge === null}
              onPress={() => (isChanged ? form.save() : form.discard())}
            >
              {t("save")}
            </Button>
            {isChanged ? (
              <Button look="quiet" onPress={form.discard}>
                {t("discard")}
              </Button>
            ) : null}
            {isSame(shown, NO_BRANDING) ? null : (
              <Button look="text" onPress={() => form.change(NO_BRANDING)}>
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
