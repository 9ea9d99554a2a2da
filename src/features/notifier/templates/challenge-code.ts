import type { Brand } from "../../../kernel/brand.ts";
import type { RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { duration, type EventFacts, eventDetails, greeting, guestReason, oneLine, reportBlocks } from "./wording.ts";

export interface ChallengeCodeProps {
  guestName: string;
  event: EventFacts;
  brand: Brand | null;
  /** Six digits. */
  code: string;
  validMinutes: number;
  /** Where the guest says that it was somebody else; null where no access is known. */
  reportUrl: string | null;
}

/** The code by which a guest proves to read this mailbox. Not in the subject, which is shown on locked phones. */
export function challengeCode(props: ChallengeCodeProps): RenderedMail {
  const { guestName, event, brand, code, validMinutes, reportUrl } = props;
  const name = oneLine(event.name);
  return renderMail({
    subject: `Your code for ${name}`,
    preheader: `It expires in ${duration(validMinutes)}.`,
    brand,
    eyebrow: name,
    heading: "Your code",
    blocks: [
      greeting(guestName),
      { kind: "paragraph", text: "Enter this code on the invitation page so we know it's you." },
      { kind: "code", text: spaced(code) },
      { kind: "note", text: `It works once and expires in ${duration(validMinutes)}. Please don't share it.` },
      eventDetails(event),
      ...reportBlocks(reportUrl, "Didn't ask for a code? Someone else may have your link."),
    ],
    reason: guestReason(event),
  });
}

/** The same as a text. Its last line lets phones fill in the code on that site alone (WICG, origin-bound one-time codes). */
export function challengeText(props: { code: string; eventName: string; validMinutes: number; host: string }): string {
  const { code, eventName, validMinutes, host } = props;
  return `${code} is your code for ${oneLine(eventName)}. It expires in ${duration(validMinutes)}. Please don't share it.\n\n@${host} #${code}`;
}

/** `123 456`. */
function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
