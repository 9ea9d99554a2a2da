import { describe, expect, it } from "vitest";
import { expectClean, hostAtConsole, openScreen, useConsole } from "./support.ts";

const VISIT_TIMEOUT_MS = 120_000;
const console = useConsole();

describe("guest screen", () => {
  it(
    "says why no email is sent to a guest",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const [guest] = fixture.guests;
      for (const [reason, words] of [
        ["unsubscribed", "They unsubscribed from emails"],
        ["bounced", "Emails to this address come back"],
        ["complained", "They marked an email as spam"],
        ["sending_paused", "The host's emails are paused"],
        ["mailbox_limit", "This address got nine emails"],
        ["gave_up", "We tried several times"],
      ] as const) {
        await console.service.sql(
          "update guests set delivery_status = 'suppressed', delivery_reason = ? where id = ?",
          reason,
          guest?.id ?? "",
        );
        await page.reload();
        await openScreen(page, `/events/${fixture.eventId}/guests/${guest?.id}`, guest?.name ?? "");
        await page.getByText(words).waitFor();
        await page.getByText("The last email wasn't sent.").waitFor();
        expect(await page.getByText("unsubscribed from").count()).toBe(reason === "unsubscribed" ? 1 : 0);
      }
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );

  it(
    "says that an address doesn't exist, and not to try again",
    async () => {
      const { fixture, ...tab } = await hostAtConsole(console);
      const { page } = tab;
      const [guest] = fixture.guests;
      await console.service.sql(
        "update guests set delivery_status = 'failed', delivery_reason = ? where id = ?",
        "550 5.1.1 no such mailbox",
        guest?.id ?? "",
      );
      await openScreen(page, `/events/${fixture.eventId}/guests/${guest?.id}`, guest?.name ?? "");
      await page.getByText("This address doesn't exist. Correct it.").waitFor();
      expect(await page.getByText(/try again|send it again/i).count()).toBe(0);
      expectClean(tab, console.service);
    },
    VISIT_TIMEOUT_MS,
  );
});
