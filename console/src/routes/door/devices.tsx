import { useQuery } from "@tanstack/react-query";
import type { DoorDevice, Event } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import { ago, dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Badge, Empty, Skeleton } from "../../ui/states.tsx";
import { devicesQuery } from "./queries.ts";

const TONES = { active: "good", not_open: "warn", ended: undefined } as const;

/** The phones that scan at this event, and their end. */
export function Devices({ event }: { event: Event }) {
  const t = useText("door");
  const query = devicesQuery(event.id);
  const devices = useQuery(query);
  const [ending, setEnding] = useState<DoorDevice | null>(null);
  const end = async () => {
    if (ending === null) return;
    const path = { eventId: event.id, deviceId: ending.id };
    await api.DELETE("/events/{eventId}/door-devices/{deviceId}", { params: { path } });
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <section className="stack">
      <h2>{t("devices")}</h2>
      <Refusal error={devices.error} onRetry={() => void devices.refetch()} />
      {devices.isPending ? <Skeleton label={t("loading")} /> : null}
      {devices.data?.length === 0 ? <Empty title={t("no-devices")}>{t("no-devices-lead")}</Empty> : null}
      <ul className="plain-list grid">
        {devices.data?.map((device) => (
          <li key={device.id} className="card stack tight">
            <div className="row spread">
              <h3 className="break">{device.name}</h3>
              <Badge tone={TONES[device.state]}>{t(`state-${device.state}`)}</Badge>
            </div>
            <p className="small muted">{device.rights.map((right) => t(`short-${right}`)).join(" · ")}</p>
            <p className="small muted">
              {device.last_used_at === null
                ? t("never-used", { from: dateTime(device.valid_from, event.timezone) })
                : t("last-used", { when: ago(device.last_used_at), by: device.made_by.name })}
            </p>
            {device.state === "ended" ? null : (
              <div>
                <Button look="danger" isSmall onPress={() => setEnding(device)}>
                  {t("end")}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t("end-title", { name: ending?.name ?? "" })}
        confirm={t("end")}
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        onConfirm={end}
      >
        <p>{t("end-lead")}</p>
      </ConfirmDialog>
    </section>
  );
}
