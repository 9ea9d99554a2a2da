import { useMutation, useQuery } from "@tanstack/react-query";
import type { ChangeThresholds } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import { number } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Choices } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { LEVELS, type Level, levelOf } from "./levels.ts";
import { thresholdsPreviewQuery, thresholdsQuery } from "./queries.ts";

const NAMES: Level[] = ["relaxed", "normal", "strict"];

/** Relaxed, Normal or Strict, with what each would have meant for the accesses so far. */
export function Strictness({ eventId, mayChange }: { eventId: string; mayChange: boolean }) {
  const t = useText("safety");
  const thresholds = useQuery(thresholdsQuery(eventId));
  return (
    <section className="card stack">
      <h2>{t("strictness")}</h2>
      <Refusal error={thresholds.error} onRetry={() => void thresholds.refetch()} />
      {thresholds.data === undefined ? (
        <Skeleton label={t("loading")} />
      ) : (
        <Setting eventId={eventId} current={thresholds.data} mayChange={mayChange} />
      )}
    </section>
  );
}

function Setting({ eventId, current, mayChange }: { eventId: string; current: ChangeThresholds; mayChange: boolean }) {
  const t = useText("safety");
  const saved = levelOf(current) ?? "custom";
  const [chosen, setChosen] = useState<Level | "custom">(saved);
  const proposed = chosen === "custom" ? current : LEVELS[chosen];
  const preview = useQuery(thresholdsPreviewQuery(eventId, pick(proposed)));
  const save = useMutation({
    mutationFn: () =>
      api.PUT("/events/{eventId}/security/thresholds", { params: { path: { eventId } }, body: pick(proposed) }),
    onSuccess: () => toast(t("saved")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["events", eventId, "thresholds"] }),
  });
  const names: (Level | "custom")[] = saved === "custom" ? [...NAMES, "custom"] : NAMES;
  return (
    <>
      <Choices
        label={t("strictness-label")}
        value={chosen}
        onChange={setChosen}
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
      <Refusal error={save.error} />
      {mayChange ? (
        <div>
          <Button isDisabled={chosen === saved} isPending={save.isPending} onPress={() => save.mutate()}>
            {t("save")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function pick({ medium, high, block }: ChangeThresholds): ChangeThresholds {
  return { medium, high, block };
}
