import type { TextId, Texts } from "../../i18n/texts.ts";
import type { ChallengeChannel, ChallengeOffer } from "../../risk/refuse.ts";
import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";
import { T } from "../texts.tsx";

/** Channels by which a guest can be sent a code, with the masked address or number. */
export type ChallengeChannels = readonly { channel: ChallengeChannel; sentTo: string }[];

/** Fields of the rejected form or of the link. The form sends them along, so that guests do not type them again. */
export type CarriedFields = readonly (readonly [name: string, value: string])[];

/** The names of the fields that are about the code itself. */
export const CODE_FIELDS = {
  channel: "code_channel",
  sentTo: "code_sent_to",
  code: "one_time_code",
  language: "page_language",
  form: "page_address_form",
} as const;

/** The ways of an offer, in its order. */
export function challengeChannels({ channels, sent_to: sentTo }: ChallengeOffer): ChallengeChannels {
  return channels.map((channel) => ({ channel, sentTo: sentTo[channel] ?? "" }));
}

const LABELS = { email: "challenge.email", sms: "challenge.sms" } as const;

/** The forms with which a guest has a code sent, a button for each way. */
export function ChallengeForms({
  token,
  ways,
  carried = [],
}: {
  token: string;
  ways: ChallengeChannels;
  carried?: CarriedFields;
}) {
  return (
    <>
      {ways.map(({ channel, sentTo }, index) => (
        <form method="post" action={`/i/${token}/challenge`}>
          <Carried fields={carried} />
          <input type="hidden" name={CODE_FIELDS.channel} value={channel} />
          <button type="submit" class={index === 0 ? "wide" : "wide plain"}>
            <span>
              <T id={LABELS[channel]} elements={{ address: <bdi>{sentTo}</bdi> }} />
            </span>
          </button>
        </form>
      ))}
    </>
  );
}

/** The form with which a guest asks the host to confirm this browser. */
export function AskHostForm({ token, isPlain = false }: { token: string; isPlain?: boolean }) {
  return (
    <form method="post" action={`/i/${token}/ask-host`}>
      <button type="submit" class={isPlain ? "wide plain" : "wide"}>
        <T id="guest.ask-host" />
      </button>
    </form>
  );
}

interface ChallengePageInput {
  texts: Texts;
  token: string;
  /** True if the guest is blocked; the page then says why. Other guests enter a code because the host requires one. */
  isDoubted: boolean;
  ways: ChallengeChannels;
  carried: CarriedFields;
}

/**
 * Returns the page for a guest who must enter a code first, with the available channels. Without email among the
 * channels, the guest can ask the host instead, as `askHost` allows.
 */
export function challengePage(input: ChallengePageInput): Page {
  const { texts, token, isDoubted, ways } = input;
  if (ways.length === 0) {
    return askHostPage({ texts, token, title: "problem.blocked-title", text: "challenge.no-contact" });
  }
  return formPage({
    title: texts.format(isDoubted ? "problem.blocked-title" : "problem.open-invitation"),
    texts,
    children: (
      <>
        <p>{texts.format(isDoubted ? "challenge.lead" : "challenge.private")}</p>
        <ChallengeForms {...input} />
        <p class="muted">{texts.format("challenge.no-way")}</p>
        {ways.some(({ channel }) => channel === "email") ? null : <AskHostForm token={token} isPlain />}
      </>
    ),
  });
}

/** Returns the page for a guest whom no code or email reaches. */
export function askHostPage({
  texts,
  token,
  title,
  text,
}: {
  texts: Texts;
  token: string;
  title: TextId;
  text: TextId;
}): Page {
  return formPage({
    title: texts.format(title),
    texts,
    children: (
      <>
        <p>{texts.format(text)}</p>
        <AskHostForm token={token} />
      </>
    ),
  });
}

interface CodePageInput {
  texts: Texts;
  token: string;
  channel: ChallengeChannel;
  /** Masked recipient; empty if unknown. */
  sentTo: string;
  carried: CarriedFields;
  /** Problem with the typed code, or with the request for another code. */
  problem: string | null;
  /** Whether the guest can ask the host instead. */
  asksHost?: boolean;
}

/** Returns the page that asks for the code. */
export function codePage(input: CodePageInput): Page {
  const { texts, token, channel, sentTo, carried, asksHost = false } = input;
  const { format } = texts;
  const again = [
    ...carried,
    [CODE_FIELDS.channel, channel],
    [CODE_FIELDS.sentTo, sentTo],
    [CODE_FIELDS.language, texts.locale],
    [CODE_FIELDS.form, texts.form],
  ] as const;
  const page = formPage({
    title: format("challenge.title"),
    texts,
    children: (
      <>
        <p>
          {sentTo === "" ? (
            format("challenge.sent")
          ) : (
            <T
              id={channel === "email" ? "challenge.sent-email" : "challenge.sent-sms"}
              elements={{ address: <strong dir="ltr">{sentTo}</strong> }}
            />
          )}
        </p>
        <CodeForm texts={texts} action={`/i/${token}/challenge/verify`} problem={input.problem} fields={again} />
        <form method="post" action={`/i/${token}/challenge`}>
          <Carried fields={again} />
          <button type="submit" class="wide plain">
            {format("challenge.another")}
          </button>
        </form>
        {asksHost ? <AskHostForm token={token} /> : null}
        <p class="muted">
          <T id={channel === "email" ? "challenge.nothing-email" : "challenge.nothing-sms"} href={`/i/${token}`} />
        </p>
      </>
    ),
  });
  return { ...page, style: PROBLEM_STYLE };
}

/** Style of a field's problem, the same as on the invitation. */
export const PROBLEM_STYLE =
  '.problem{margin:8px 0 0;font-weight:600;color:var(--wrong)}.problem::before{content:"! ";font-weight:800}[aria-invalid=true]{border-color:var(--wrong)}';

interface CodeFormProps extends Pick<CodePageInput, "texts" | "problem"> {
  action: string;
  fields?: CarriedFields;
}

/** The form with one field for the digits of a code. */
export function CodeForm({ texts, action, problem, fields = [] }: CodeFormProps) {
  const { format } = texts;
  const problemId = "code-problem";
  const invalid = problem === null ? {} : { "aria-invalid": "true", "aria-describedby": problemId };
  return (
    <form method="post" action={action}>
      <Carried fields={fields} />
      <div class="field">
        <label for="code">{format("challenge.code")}</label>
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
        {format("challenge.continue")}
      </button>
    </form>
  );
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
