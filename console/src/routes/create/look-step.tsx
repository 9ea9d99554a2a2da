import { useMutation } from "@tanstack/react-query";
import { isUsherError } from "@usher/client";
import { useRef } from "react";
import { api, queryClient, useMe } from "../../api/client.ts";
import { locale } from "../../i18n/catalogue.ts";
import { languageOf } from "../../i18n/locale.ts";
import { textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/states.tsx";
import { changesTo, isSame, NO_BRANDING } from "../look/branding.ts";
import { LookFields } from "../look/look-fields.tsx";
import { eventOf, type StepProps } from "./draft.ts";

const t = textsOf("create");

/** Chooses the branding, then creates the event. */
export function LookStep({
  draft,
  onChange,
  onBack,
  onCreated,
}: StepProps & {
  onBack: () => void;
  onCreated: (eventId: string) => void;
}) {
  const me = useMe();
  // A retry after rejected branding does not create the event again.
  const created = useRef<string | null>(draft.eventId);
  const create = useMutation({
    mutationFn: async ({ withLook }: { withLook: boolean }) => {
      const body = eventOf(draft, languageOf(locale));
      if (body === null) throw new TypeError("The event has no name or no time.");
      created.current ??= (await api.POST("/events", { body })).data.id;
      const eventId = created.current;
      void queryClient.invalidateQueries({ queryKey: ["events"] });
      // Every plan includes themes.
      const chosen = withLook ? draft.branding : { ...NO_BRANDING, theme: draft.branding.theme };
      if (!isSame(chosen, NO_BRANDING)) {
        const branding = changesTo(chosen);
        await api.PUT("/events/{eventId}/branding", { params: { path: { eventId } }, body: branding });
      }
      return eventId;
    },
    onSuccess: onCreated,
  });
  const isLookRefused = isUsherError(create.error, "feature_not_in_tier", "feature_disabled");
  return (
    <div className="stack">
      {me.tier === "free" ? <p className="notice">{t("look-paid")}</p> : null}
      <LookFields eventId={null} value={draft.branding} onChange={(branding) => onChange({ branding })} />
      <Refusal error={create.error}>
        {isLookRefused ? (
          <Button look="quiet" isSmall onPress={() => create.mutate({ withLook: false })}>
            {t("without-look")}
          </Button>
        ) : null}
      </Refusal>
      <div className="row">
        <Button isPending={create.isPending} onPress={() => create.mutate({ withLook: true })}>
          {t("create")}
        </Button>
        <Button look="quiet" onPress={onBack}>
          {t("back")}
        </Button>
      </div>
    </div>
  );
}
