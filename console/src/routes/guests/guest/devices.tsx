import { useQuery } from "@tanstack/react-query";
import type { Event, Guest, GuestDevice } from "@usher/client";
import { api, devicesQuery, queryClient } from "../../../api/client.ts";
import { ago, shortDate, textsOf } from "../../../i18n/text.tsx";
import { ConfirmButton } from "../../../layout/confirm-dialog.tsx";
import { Link } from "../../../ui/button.tsx";
import { Section } from "../../../ui/page.tsx";
import { Badge, Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

const t = textsOf("guest");

const TONES = { answered: "good", proved: "good", known: undefined, new: "warn", blocked: "bad" } as const;
/** With more devices, the link may have been forwarded. */
const MANY = 2;

/** The devices that opened the guest's link. Renders nothing without any. */
export function Devices({ event, guest, canEdit }: { event: Event; guest: Guest; canEdit: boolean }) {
  const devices = useQuery(devicesQuery(event.id, guest.id));
  const items = devices.data ?? [];
  if (devices.error === null && items.length === 0) return null;
  return (
    <Section id="devices" title={t("devices")}>
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
    </Section>
  );
}

function Device({
  device,
  event,
  guest,
  canEdit,
}: {
  device: GuestDevice;
  event: Event;
  guest: Guest;
  canEdit: boolean;
}) {
  const label = device.label ?? t("device-unknown");
  const seen = [
    device.place,
    t("device-seen", { last: ago(device.last_seen), count: device.accesses }),
    device.accesses > 1 ? t("device-since", { first: shortDate(device.first_seen, event.timezone) }) : null,
  ];
  const forget = async () => {
    const path = { eventId: event.id, guestId: guest.id, deviceId: device.id };
    await api.DELETE("/events/{eventId}/guests/{guestId}/devices/{deviceId}", { params: { path } });
    toast(t("forgotten", { device: label }));
    await queryClient.invalidateQueries(devicesQuery(event.id, guest.id));
  };
  return (
    <li className="row spread">
      <div className="grow">
        <p>
          <strong>{label}</strong> <Badge tone={TONES[device.status]}>{t(`device-${device.status}`)}</Badge>
        </p>
        <p className="small muted">{seen.filter((part) => part !== null).join(" · ")}</p>
      </div>
      {canEdit ? (
        <ConfirmButton
          look="quiet"
          isSmall
          aria-label={t("forget-of", { device: label })}
          title={t("forget-title", { device: label })}
          confirm={t("forget")}
          onConfirm={forget}
          lead={t("forget-lead", { name: guest.name })}
        />
      ) : null}
    </li>
  );
}
