import { useQuery } from "@tanstack/react-query";
import type { components, ChangeThresholds as ThresholdsBody } from "@usher/client";
import { useState } from "react";
import { api, apiQuery, queryClient, showSaved } from "../../api/client.ts";
import { type Draft, useMergedSave } from "../../api/use-merged-save.ts";
import { number, textsOf } from "../../i18n/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Conflicts } from "../../ui/conflicts.tsx";
import { Choices } from "../../ui/field.tsx";
import { Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

const t = textsOf("safety");

type Thresholds = components["schemas"]["Thresholds"];
type ChangeThresholds = Omit<ThresholdsBody, "expected_updated_at">;

const NAMES: Level[] = ["relaxed", "normal", "strict"];

/** Sets the thresholds of risk, with a preview of their effect on past accesses. */
export function Strictness({ eventId, mayChange }: { eventId: string; mayChange: boolean }) {
  const thresholds = useQuery(thresholdsQuery(eventId));
  return (
    <section className="card stack">
      <h2>{t("strictness")}</h2>
      <Loading query={thresholds} label={t("loading")} />
      {thresholds.data === undefined ? null : (
        <Setting eventId={eventId} current={thresholds.data} mayChange={mayChange} />
      )}
    </section>
  );
}

/** The thresholds as one value, because a level sets all of them. */
interface Values {
  level: ChangeThresholds;
}

const valuesOf = (thresholds: Thresholds): Values => ({ level: pick(thresholds) });

function Setting({ eventId, current, mayChange }: { eventId: string; current: Thresholds; mayChange: boolean }) {
  const form = useMergedSave<Thresholds, Values>({
    stored: current,
    draft: useState<Draft<Thresholds, Values> | null>(null),
    valuesOf,
    outdated: { code: "thresholds_changed", member: "thresholds" },
    send: ({ level }, base) =>
      api.PUT("/events/{eventId}/security/thresholds", {
        params: { path: { eventId } },
        body: { ...(level ?? pick(base)), expected_updated_at: base.updated_at },
      }),
    onSaved: (thresholds) => {
      showSaved(thresholdsQuery(eventId).queryKey, thresholds);
      toast(t("saved"));
      return queryClient.invalidateQueries({ queryKey: ["events", eventId, "thresholds"] });
    },
  });
  const saved = levelOf(form.base) ?? "custom";
  const proposed = form.values.level;
  const chosen = levelOf(proposed) ?? "custom";
  const preview = useQuery(thresholdsPreviewQuery(eventId, pick(proposed)));
  const names: (Level | "custom")[] = saved === "custom" ? [...NAMES, "custom"] : NAMES;
  return (
    <>
      <Choices
        label={t("strictness-label")}
        value={chosen}
        onChange={(name) => form.change({ level: name === "custom" ? pick(form.base) : LEVELS[name] })}
        isDisabled={!mayChange}
        options={names.map((value) => ({ value, label: t(`level-${value}`), help: t(`level-${value}-help`) }))}
      />
      <p className="small muted">{t("numbers", { high: proposed.high, block: proposed.block })}</p>
      {preview.data === undefined ? null : (
        <p role="status">
          {t("would", {
            total: number(preview.data.total),
            high: number(preview.data.counts.high),
            block: number(preview.data.counts.block),
          })}
        </p>
      )}
      <Conflicts
        {...form.conflict}
        labelOf={() => t("strictness-label")}
        textOf={(value) => t(`level-${levelOf(value as ChangeThresholds) ?? "custom"}`)}
      />
      <Refusal error={form.action.error} />
      {mayChange ? (
        <Button
          isDisabled={!form.isDirty && form.merge === null}
          isPending={form.action.isPending}
          onPress={() => (form.isDirty ? form.save() : form.discard())}
        >
          {t("save")}
        </Button>
      ) : null}
    </>
  );
}

function pick({ medium, high, block }: ChangeThresholds): ChangeThresholds {
  return { medium, high, block };
}

type Level = "relaxed" | "normal" | "strict";

/** The named settings with the scores at which their risk bands begin. `normal` is the default. */
const LEVELS: Record<Level, ChangeThresholds> = {
  relaxed: { medium: 45, high: 70, block: 95 },
  normal: { medium: 30, high: 60, block: 85 },
  strict: { medium: 20, high: 45, block: 70 },
};

/** Returns the level of thresholds, or null if an API client has set others. */
function levelOf({ medium, high, block }: ChangeThresholds): Level | null {
  const same = NAMES.find((name) => {
    const level = LEVELS[name];
    return level.medium === medium && level.high === high && level.block === block;
  });
  return same ?? null;
}

const thresholdsQuery = (eventId: string) =>
  apiQuery(["events", eventId, "thresholds"], "/events/{eventId}/security/thresholds", { path: { eventId } });

/** The number of past accesses that would be in each risk band. */
const thresholdsPreviewQuery = (eventId: string, query: ChangeThresholds) =>
  apiQuery(["events", eventId, "thresholds", "preview", query], "/events/{eventId}/security/thresholds/preview", {
    path: { eventId },
    query,
  });
