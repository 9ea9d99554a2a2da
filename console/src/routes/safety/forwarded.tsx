import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { Event, Guest } from "@usher/client";
import { useState } from "react";
import { api, apiPages, devicesQuery, queryClient } from "../../api/client.ts";
import { list, Text, textsOf } from "../../i18n/text.tsx";
import { ConfirmDialog } from "../../layout/confirm-dialog.tsx";
import { Button, Link } from "../../ui/button.tsx";
import { Checkbox, TextField } from "../../ui/field.tsx";
import { More } from "../../ui/pager.tsx";
import { Loading, Refusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { areNearby } from "./nearby.ts";

const t = textsOf("safety");

/** Guests whose link was opened on many devices, with actions. Most of them share the link with their party. */
export function Forwarded({ event, mayChange }: { event: Event; mayChange: boolean }) {
  const guests = useInfiniteQuery(forwardedQuery(event.id));
  const items = guests.data?.pages.flatMap((page) => page.items);
  return (
    <section className="stack" aria-labelledby="forwarded">
      <div className="stack tight">
        <h2 id="forwarded">{t("forwarded")}</h2>
        <p className="muted">{t(items?.length === 0 ? "forwarded-none" : "forwarded-lead")}</p>
      </div>
      <Loading query={guests} lines={2} label={t("loading")} />
      <ul className="plain-list stack tight">
        {items?.map((guest) => (
          <ForwardedLink key={guest.id} event={event} guest={guest} mayChange={mayChange} />
        ))}
      </ul>
      <More query={guests}>{t("more")}</More>
    </section>
  );
}

interface GuestProps {
  event: Event;
  guest: Guest;
}

function ForwardedLink({ event, guest, mayChange }: GuestProps & { mayChange: boolean }) {
  const [dialog, setDialog] = useState<"replace" | "companions" | null>(null);
  const devices = useQuery(devicesQuery(event.id, guest.id));
  const close = () => setDialog(null);
  const canGetCode = guest.email !== null || guest.phone !== null;
  const ask = useMutation({
    mutationFn: () =>
      api.PATCH("/events/{eventId}/guests/{guestId}", {
        params: { path: { eventId: event.id, guestId: guest.id } },
        body: { ask_for_code: true },
      }),
    onSuccess: () => toast(t("ask-code-on", { name: guest.name })),
    onSettled: () =>
      Promise.all(
        ["guest", "guests"].map((key) => queryClient.invalidateQueries({ queryKey: ["events", event.id, key] })),
      ),
  });
  const labels = devices.data?.map(({ label, place }) => {
    const device = label ?? t("unknown-device");
    return place === null ? device : t("device-at", { device, place });
  });
  return (
    <li className="card stack tight">
      {devices.data === undefined ? null : (
        <p className="break">
          <Text
            area="safety"
            id={areNearby(devices.data) ? "on-devices-nearby" : "on-devices"}
            values={{ name: guest.name, count: devices.data.length - 1 }}
            link={(words) => (
              <Link to="/events/$eventId/guests/$guestId" params={{ eventId: event.id, guestId: guest.id }}>
                {words}
              </Link>
            )}
          />
        </p>
      )}
      {labels === undefined ? null : <p className="small muted">{list(labels)}</p>}
      {guest.ask_for_code ? <p className="small">{t("ask-code-asked")}</p> : null}
      {mayChange && !canGetCode ? <p className="small muted">{t("ask-code-none")}</p> : null}
      <Refusal error={ask.error} />
      {mayChange ? (
        <div className="row">
          <Button
            look="quiet"
            isSmall
            aria-label={t("they-come-of", { name: guest.name })}
            onPress={() => setDialog("companions")}
          >
            {t("they-come")}
          </Button>
          <Button
            look="quiet"
            isSmall
            isDisabled={guest.ask_for_code || !canGetCode}
            isPending={ask.isPending}
            aria-label={t("ask-code-of", { name: guest.name })}
            onPress={() => ask.mutate()}
          >
            {t("ask-code")}
          </Button>
          <Button
            look="danger"
            isSmall
            aria-label={t("replace-of", { name: guest.name })}
            onPress={() => setDialog("replace")}
          >
            {t("replace")}
          </Button>
        </div>
      ) : null}
      {dialog === "replace" ? <ReplaceLink event={event} guest={guest} onClose={close} /> : null}
      {dialog === "companions" ? <AddCompanions event={event} guest={guest} onClose={close} /> : null}
    </li>
  );
}

function ReplaceLink({ event, guest, onClose }: GuestProps & { onClose: () => void }) {
  const [isNotified, setNotified] = useState(guest.email !== null);
  const replace = async () => {
    const body = { guest_id: guest.id, notify: isNotified };
    await api.POST("/events/{eventId}/tokens/rotate", { params: { path: { eventId: event.id } }, body });
    toast(t("replaced", { name: guest.name }));
    await queryClient.invalidateQueries({ queryKey: ["events", event.id, "guest", guest.id] });
  };
  const title = t("replace-title", { name: guest.name });
  return (
    <ConfirmDialog
      title={title}
      confirm={t("replace")}
      isOpen
      onClose={onClose}
      onConfirm={replace}
      lead={t("replace-lead")}
    >
      {guest.email === null ? null : (
        <Checkbox isSelected={isNotified} onChange={setNotified}>
          {t("mail-new-link")}
        </Checkbox>
      )}
    </ConfirmDialog>
  );
}

/** Adds companions with whom the guest shared the link, and enlarges the party to fit them. */
function AddCompanions({ event, guest, onClose }: GuestProps & { onClose: () => void }) {
  const [names, setNames] = useState("");
  const add = async () => {
    const added = names.split("\n").flatMap((name) => (name.trim() === "" ? [] : [{ name: name.trim() }]));
    const companions = [...guest.companions, ...added];
    const size = guest.party_size === null ? {} : { party_size: Math.max(guest.party_size, companions.length + 1) };
    await api.PATCH("/events/{eventId}/guests/{guestId}", {
      params: { path: { eventId: event.id, guestId: guest.id } },
      body: { companions, ...size, expected_updated_at: guest.updated_at },
    });
    toast(t("companions-added", { name: guest.name }));
    await Promise.all(
      ["guest", "guests"].map((key) => queryClient.invalidateQueries({ queryKey: ["events", event.id, key] })),
    );
  };
  const title = t("they-come-title", { name: guest.name });
  return (
    <ConfirmDialog
      title={title}
      confirm={t("add-them")}
      isOpen
      onClose={onClose}
      onConfirm={add}
      isDanger={false}
      lead={t("they-come-lead", { name: guest.name })}
    >
      <TextField label={t("companions")} help={t("companions-help")} value={names} onChange={setNames} rows={4} />
    </ConfirmDialog>
  );
}

const forwardedQuery = (eventId: string) =>
  apiPages(["events", eventId, "guests", "forwarded"], "/events/{eventId}/guests", {
    path: { eventId },
    query: { devices: "gt:2", limit: 20 },
  });
