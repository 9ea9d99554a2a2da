import { useMutation, useQuery } from "@tanstack/react-query";
import type { DoorDeviceTicket, NewDoorDevice } from "@usher/client";
import { useState } from "react";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/queries.ts";
import { dateTime } from "../../i18n/formats.ts";
import { useText } from "../../i18n/use-text.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { Badge } from "../../ui/states.tsx";
import { devicesQuery } from "./queries.ts";

type Right = NewDoorDevice["rights"][number];

/** Makes a phone a scanner of this event: what it may do, then a QR code that its camera opens. */
export function HandOver({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useText("door");
  const [ticket, setTicket] = useState<DoorDeviceTicket | null>(null);
  return (
    <Dialog title={ticket === null ? t("hand-over") : ticket.name} isOpen onClose={onClose}>
      {ticket === null ? (
        <NewDevice eventId={eventId} onMade={setTicket} />
      ) : (
        <Handed eventId={eventId} ticket={ticket} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewDevice({ eventId, onMade }: { eventId: string; onMade: (ticket: DoorDeviceTicket) => void }) {
  const t = useText("door");
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

function Handed({ eventId, ticket, onClose }: { eventId: string; ticket: DoorDeviceTicket; onClose: () => void }) {
  const t = useText("door");
  const devices = useQuery(devicesQuery(eventId, true));
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
        {t("valid", { from: dateTime(ticket.valid_from), until: dateTime(ticket.valid_until) })}
      </p>
      <Button look="quiet" onPress={onClose}>
        {t("done")}
      </Button>
    </>
  );
}
