import { useQuery } from "@tanstack/react-query";
import type { Event, Guest, GuestDevice } from "@usher/client";
import { useState } from "react";
import { api } from "../../../api/client.ts";
import { devicesQuery, queryClient } from "../../../api/queries.ts";
import { ago, shortDate } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { ConfirmDialog } from "../../../layout/confirm-dialog.tsx";
import { Button, Link } from "../../../ui/button.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { Badge } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

const TONES = { answered: "good", proved: "good", known: undefined, new: "warn", blocked: "bad" } as const;
/** From more devices on a link may have been passed on. */
const MANY = 2;

/** On which devices the guest's link was opened. Nothing before the first. */
export function Devices({ event, guest, canEdit }: { event: Event; guest: Guest; canEdit: boolean }) {
  const t = useText("guest");
  const devices = useQuery(devicesQuery(event.id, guest.id));
  const items = devices.data ?? [];
  if (devices.error === null && items.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="devices">
      <h2 id="devices">{t("devices")}</h2>
      <Refusal error={devices.error} onRetry={() => void devices.refetch()} />
      {items.length > MANY ? (
        <p className="muted">
          {t("devices-many", { count: items.length })}{" "}
          <Link to="/events/$eventId/safety" params={{ eventId: event.id }}>
            {t("devices-safety")}
          </Link>
        </p>
      ) : null}
      <ul className="plain-list stack">
        {items.map((device) => (
          <Device key={device.id} device={device} event={event} guest={guest} canEdit={canEdit} />
        ))}
      </ul>
    </section>
  );
}

interface DeviceProps {
  device: GuestDevice;
  event: Event;
  guest: Guest;
  canEdit: boolean;
}

function Device({ device, event, guest, canEdit }: DeviceProps) {
  const t = useText("guest");
  const [isAsked, setAsked] = useState(false);
  const label = device.label ?? t("device-unknown");
  const seen = [
    device.place,
    t("device-seen", { last: ago(device.last_seen), count: device.accesses }),
    device.accesses > 1 ? t("device-since", { first: shortDate(device.first_seen, event.timezone) }) : null,
  ];
  return (
    <li className="row spread">
      <div className="grow">
        <p>
          <strong>{label}</strong> <Badge tone={TONES[device.status]}>{t(`device-${device.status}`)}</Badge>
        </p>
        <p className="small muted">{seen.filter((part) => part !== null).join(" · ")}</p>
      </div>
      {canEdit ? (
        <Button look="quiet" isSmall aria-label={t("forget-of", { device: label })} onPress={() => setAsked(true)}>
          {t("forget")}
        </Button>
      ) : null}
      <ForgetDevice
        device={device}
        label={label}
        event={event}
        guest={guest}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
      />
    </li>
  );
}

interface ForgetProps extends Omit<DeviceProps, "canEdit"> {
  label: string;
  isOpen: boolean;
  onClose: () => void;
}

function ForgetDevice({ device, label, event, guest, isOpen, onClose }: ForgetProps) {
  const t = useText("guest");
  const forget = async () => {
    const path = { eventId: event.id, guestId: guest.id, deviceId: device.id };
    await api.DELETE("/events/{eventId}/guests/{guestId}/devices/{deviceId}", { params: { path } });
    toast(t("forgotten", { device: label }));
    await queryClient.invalidateQueries(devicesQuery(event.id, guest.id));
  };
  return (
    <ConfirmDialog
      title={t("forget-title", { device: label })}
      confirm={t("forget")}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={forget}
    >
      <p>{t("forget-lead", { name: guest.name })}</p>
    </ConfirmDialog>
  );
}
