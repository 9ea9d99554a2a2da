import { useMutation } from "@tanstack/react-query";
import { type Event, type Guest, isUsherError } from "@usher/client";
import { offerExpiry } from "../../../../../src/kernel/offer-expiry.ts";
import { api } from "../../../api/client.ts";
import { dateTime, textsOf } from "../../../i18n/text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Refusal } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { unsentWords, withUnsent } from "../../../ui/unsent.ts";
import { refreshGuest } from "./queries.ts";

const t = textsOf("guest");
const common = textsOf("common");

/** Offers a waitlisted guest a seat out of order. Exceeds the capacity only if the host confirms it. */
export function OfferSeat({ event, guest, onClose }: { event: Event; guest: Guest; onClose: () => void }) {
  const start = Date.parse(event.event_date);
  const until = offerExpiry({ offerHours: event.offer_hours, eventDate: start }, Date.now());
  const unsent = guest.email === null ? "no_address" : (guest.rsvp?.passed_over ?? null);
  const offer = useMutation({
    mutationFn: (force: boolean) =>
      api.POST("/events/{eventId}/guests/{guestId}/offer", {
        params: { path: { eventId: event.id, guestId: guest.id } },
        body: force ? { force } : {},
      }),
    onSuccess: async ({ data }) => {
      toast(withUnsent(t("offered", { until: dateTime(data.offer_expires_at, event.timezone) }), data));
      onClose();
      await refreshGuest(event.id, guest.id);
    },
  });
  return (
    <Dialog title={t("offer-title", { name: guest.name })} isOpen onClose={onClose}>
      <p>
        {t(until < start ? "offer-lead" : "offer-lead-start", { until: dateTime(until, event.timezone) })}{" "}
        {unsent === null ? t("offer-mailed") : `${unsentWords(unsent)} ${t("offer-untold")}`}
      </p>
      <Refusal error={offer.error}>
        {isUsherError(offer.error, "event_full") ? (
          <Button look="quiet" isSmall isPending={offer.isPending} onPress={() => offer.mutate(true)}>
            {t("offer-anyway")}
          </Button>
        ) : null}
      </Refusal>
      <div className="row">
        <Button isPending={offer.isPending} onPress={() => offer.mutate(false)}>
          {t("offer-confirm")}
        </Button>
        <Button look="quiet" onPress={onClose}>
          {common("cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
