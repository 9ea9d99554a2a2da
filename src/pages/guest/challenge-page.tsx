import type { ChallengeOffer } from "../../features/risk/challenge-offer.ts";
import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

/** How a guest may be sent a code: channels with the masked address or number. */
export type Ways = readonly { channel: "email" | "sms"; sentTo: string }[];

/** Fields of the form that was refused, or of the link: they are sent along, so that nothing has to be typed again. */
export type CarriedFields = readonly (readonly [name: string, value: string])[];

/** The names of the fields that are about the code itself. */
export const CODE_FIELDS = { channel: "code_channel", sentTo: "code_sent_to", code: "one_time_code" } as const;

/** The ways of an offer, in its order. */
export function waysOf({ channels, sent_to: sentTo }: ChallengeOffer): Ways {
  return channels.map((channel) => ({ channel, sentTo: sentTo[channel] ?? "" }));
}

const LABELS = { email: "Email a code to", sms: "Text a code to" };

/** The forms with which a guest has a code sent, a button for each way. */
export function ChallengeForms({ token, ways, carried = [] }: { token: string; ways: Ways; carried?: CarriedFields }) {
  return (
    <>
      {ways.map(({ channel, sentTo }, index) => (
        <form method="post" action={`/i/${token}/challenge`}>
          <Carried fields={carried} />
          <input type="hidden" name={CODE_FIELDS.channel} value={channel} />
          <button type="submit" class={index === 0 ? "wide" : "wide plain"}>
            {LABELS[channel]} <bdi>{sentTo}</bdi>
          </button>
        </form>
      ))}
    </>
  );
}

/** For a guest whom the service doubts, with a way to prove who it is. */
export function challengePage(input: { token: string; ways: Ways; carried: CarriedFields }): Page {
  return formPage({
    title: "We need to check it's you",
    children: (
      <>
        <p>
          This link was opened somewhere we don't know yet. We'll send you a code to make sure it's you, and remember
          this device.
        </p>
        <ChallengeForms {...input} />
        <p class="muted">Can't get a code? Please ask your host, who can let you in.</p>
      </>
    ),
  });
}

/** For one of whom the host has neither address nor phone. */
export function noContactPage(): Page {
  return formPage({
    title: "We need to check it's you",
    children: (
      <p>
        Your host doesn't have an email address or phone number for you, so we can't send you a code. Please contact
        them: they've been told, and can let you in.
      </p>
    ),
  });
}

interface CodePageInput {
  token: string;
  channel: "email" | "sms";
  /** Masked; empty where it is not known. */
  sentTo: string;
  carried: CarriedFields;
  /** What is wrong with the code that was typed, or with asking for another. */
  problem: string | null;
}

/** Where the guest types the code. */
export function codePage({ token, channel, sentTo, carried, problem }: CodePageInput): Page {
  const problemId = "code-problem";
  const invalid = problem === null ? {} : { "aria-invalid": "true", "aria-describedby": problemId };
  const again = [...carried, [CODE_FIELDS.channel, channel], [CODE_FIELDS.sentTo, sentTo]] as const;
  return formPage({
    title: "Enter your code",
    children: (
      <>
        <p>
          {channel === "email" ? "We've emailed you a code" : "We've texted you a code"}
          {sentTo === "" ? "" : " at "}
          {sentTo === "" ? null : <strong dir="ltr">{sentTo}</strong>}. It expires in 10 minutes.
        </p>
        <form method="post" action={`/i/${token}/challenge/verify`}>
          <Carried fields={again} />
          <div class="field">
            <label for="code">Code</label>
            <input
              id="code"
              name={CODE_FIELDS.code}
              type="text"
              inputmode="numeric"
              autocomplete="one-time-code"
              maxlength={40}
              required
              autofocus
              dir="ltr"
              {...invalid}
            />
            {problem === null ? null : (
              <p class="problem" id={problemId} role="alert">
                {problem}
              </p>
            )}
          </div>
          <button type="submit" class="wide">
            Continue
          </button>
        </form>
        <form method="post" action={`/i/${token}/challenge`}>
          <Carried fields={again} />
          <button type="submit" class="wide plain">
            Send another code
          </button>
        </form>
        <p class="muted">
          {channel === "email" ? "Nothing there? Check your spam folder, or " : "Nothing there? "}
          <a href={`/i/${token}`}>try another way</a>.
        </p>
      </>
    ),
  });
}

function Carried({ fields }: { fields: CarriedFields }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
