import { useMutation } from "@tanstack/react-query";
import { type Event, type Guest, isUsherError } from "@usher/client";
import { api } from "../../../api/client.ts";
import { dateTime } from "../../../i18n/formats.ts";
import { useText } from "../../../i18n/use-text.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Refusal } from "../../../ui/refusal.tsx";
import { toast } from "../../../ui/toast.tsx";
import { refreshGuest } from "./queries.ts";

/** Offers a waiting guest a seat out of turn; beyond the capacity only when the host says so. */
export function OfferSeat({ event, guest, onClose }: { event: Event; guest: Guest; onClose: () => void }) {
  const t = useText("guest");
  const common = useText("common");
  const offer = useMutation({
    mutationFn: (force: boolean) =>
      api.POST("/events/{eventId}/guests/{guestId}/offer", {
        params: { path: { eventId: event.id, guestId: guest.id } },
        body: force ? { force } : {},
      }),
    onSuccess: async ({ data }) => {
      toast(t("offered", { until: dateTime(data.offer_expires_at, event.timezone) }));
      onClose();
      await refreshGuest(event.id, guest.id);
    },
  });
  return (
    <Dialog title={t("offer-title", { name: guest.name })} isOpen onClose={onClose}>
      <p>{t("offer-lead", { hours: event.offer_hours })}</p>
      <Refusal error={offer.error}>
        {isUsherError(offer.error, "event_full") ? (
          <div className="row">
            <Button look="quiet" isSmall isPending={offer.isPending} onPress={() => offer.mutate(true)}>
              {t("offer-anyway")}
            </Button>
          </div>
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
