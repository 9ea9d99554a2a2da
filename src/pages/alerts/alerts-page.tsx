import type * as z from "zod";
import type { AlertsUnsubscribe } from "../../live/alerts/schemas.ts";
import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

/** Asks for confirmation, because link scanners open the links of an email; afterwards confirms the change. */
export function alertsPage({ event_name: name, off }: z.output<typeof AlertsUnsubscribe>, token: string): Page {
  if (off) {
    return formPage({
      title: "Alerts are off",
      children: <p>You won't get any more alerts{name === "" ? " about this event" : ` about ${name}`}.</p>,
    });
  }
  return formPage({
    title: "Turn alerts off?",
    children: (
      <>
        <p>
          You'll no longer get emails about RSVPs, access risk and the waitlist of <strong>{name}</strong>.
        </p>
        <form method="post" action={`/alerts/unsubscribe?${new URLSearchParams({ token })}`}>
          <button type="submit" class="wide">
            Turn alerts off
          </button>
        </form>
      </>
    ),
  });
}
