import { useMutation, useQuery } from "@tanstack/react-query";
import type { DoorDeviceTicket, Event, NewDoorDevice } from "@usher/client";
import { useState } from "react";
import { api, apiItems, queryClient } from "../../api/client.ts";
import { ago, dateTime, textsOf } from "../../i18n/text.tsx";
import { ConfirmButton } from "../../layout/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { Badge, Empty, Loading } from "../../ui/states.tsx";

const t = textsOf("door");

/** A new scanner sends no activity, so its first use is polled for at this interval. Milliseconds. */
const WAITING_MS = 2_000;

const devicesQuery = (eventId: string, isWaiting = false) => ({
  ...apiItems(["events", eventId, "door-devices"], "/events/{eventId}/door-devices", { path: { eventId } }),
  refetchInterval: isWaiting ? WAITING_MS : (false as const),
});

const TONES = { active: "good", not_open: "warn", ended: undefined } as const;

export function Devices({ event }: { event: Event }) {
  const query = devicesQuery(event.id);
  const devices = useQuery(query);
  const end = async (deviceId: string) => {
    const path = { eventId: event.id, deviceId };
    await api.DELETE("/events/{eventId}/door-devices/{deviceId}", { params: { path } });
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <section className="stack">
      <h2>{t("devices")}</h2>
      <Loading query={devices} label={t("loading")} />
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
              <ConfirmButton
                isSmall
                title={t("end-title", { name: device.name })}
                confirm={t("end")}
                onConfirm={() => end(device.id)}
                lead={t("end-lead")}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Right = NewDoorDevice["rights"][number];

/** Adds a scanner: chooses its rights, then shows a QR code for the phone's camera. */
export function AddScannerDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const eventId = event.id;
  const [ticket, setTicket] = useState<DoorDeviceTicket | null>(null);
  return (
    <Dialog title={ticket === null ? t("hand-over") : ticket.name} isOpen onClose={onClose}>
      {ticket === null ? (
        <NewDevice eventId={eventId} onMade={setTicket} />
      ) : (
        <Handover event={event} ticket={ticket} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewDevice({ eventId, onMade }: { eventId: string; onMade: (ticket: DoorDeviceTicket) => void }) {
  const [name, setName] = useState("");
  const [further, setFurther] = useState<ReadonlySet<Right>>(new Set(["walk_in"]));
  const make = useMutation({
    mutationFn: () => {
      const body = { name, rights: ["scan" as const, ...further] };
      return api.POST("/events/{eventId}/door-devices", { params: { path: { eventId } }, body });
    },
    onSuccess: ({ data }) => {
      onMade(data);
      return queryClient.invalidateQueries({ queryKey: devicesQuery(eventId).queryKey });
    },
  });
  const toggle = (right: Right) => (isOn: boolean) => {
    const next = new Set(further);
    if (isOn) next.add(right);
    else next.delete(right);
    setFurther(next);
  };
  return (
    <Form action={make} submit={t("make")} isWide onSubmit={() => make.mutate()}>
      <TextField
        label={t("name")}
        help={t("name-help")}
        value={name}
        onChange={setName}
        name="name"
        isRequired
        autoFocus
      />
      <fieldset className="stack tight" style={{ border: 0, margin: 0, padding: 0 }}>
        <legend className="react-aria-Label">{t("rights")}</legend>
        <Checkbox isSelected isReadOnly>
          {t("right-scan")}
        </Checkbox>
        <Checkbox isSelected={further.has("walk_in")} onChange={toggle("walk_in")}>
          {t("right-walk-in")}
        </Checkbox>
        <Checkbox isSelected={further.has("override")} onChange={toggle("override")}>
          {t("right-override")}
        </Checkbox>
      </fieldset>
    </Form>
  );
}

function Handover({ event, ticket, onClose }: { event: Event; ticket: DoorDeviceTicket; onClose: () => void }) {
  const devices = useQuery(devicesQuery(event.id, true));
  const isUsed = devices.data?.some(({ id, last_used_at }) => id === ticket.id && last_used_at !== null) ?? false;
  return (
    <>
      <p>{t("photograph")}</p>
      <div style={{ display: "grid", placeItems: "center" }}>
        <QrCode text={ticket.url} label={t("qr", { name: ticket.name })} />
      </div>
      <p role="status">
        {isUsed ? <Badge tone="good">{t("in-use")}</Badge> : <span className="muted">{t("waiting")}</span>}
      </p>
      <CopyField label={t("link")} value={ticket.url} />
      <p className="small muted">
        {t("valid", {
          from: dateTime(ticket.valid_from, event.timezone),
          until: dateTime(ticket.valid_until, event.timezone),
        })}
      </p>
      <Button look="quiet" onPress={onClose}>
        {t("done")}
      </Button>
    </>
  );
}
