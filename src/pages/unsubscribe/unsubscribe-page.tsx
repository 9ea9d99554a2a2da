import type * as z from "zod";
import type { TextId, Texts } from "../../i18n/texts.ts";
import type { UnsubscribeState } from "../../sending/unsubscribe/schemas.ts";
import { formPage } from "../account/form-page.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";
import { T } from "../texts.tsx";
import { complaintPage, linkPath } from "./complaint-pages.tsx";

type State = z.output<typeof UnsubscribeState>;

/** Asks for confirmation, because link scanners open the links of an email. */
export function unsubscribePage(texts: Texts, state: State, token: string): Page {
  if (state.is_complained) return complaintPage(texts, state.address, token);
  if (state.scope !== "none") return changedPage(texts, state, token);
  const { address } = state;
  const host = labelOf(texts, state);
  return formPage({
    title: texts.format("unsubscribe.title"),
    texts,
    children: (
      <>
        <p>
          {host === null ? (
            <T id="unsubscribe.lead-all" values={{ address }} />
          ) : (
            <T id="unsubscribe.lead" values={{ address, host }} />
          )}
        </p>
        {host === null ? (
          <Choice token={token} label="unsubscribe.button" />
        ) : (
          <>
            <Choice token={token} label="unsubscribe.button-host" host={host} />
            <Choice token={token} scope="all" label="unsubscribe.button-all" />
          </>
        )}
        <LanguageSwitch to={pathOf(token)} />
      </>
    ),
  });
}

/** Shows the current state, and offers to undo the change. */
export function changedPage(texts: Texts, state: State, token: string): Page {
  const { address, scope } = state;
  const host = labelOf(texts, state);
  if (scope === "none" && state.is_complained) return complaintPage(texts, address, token);
  if (scope === "none") {
    return formPage({
      title: texts.format("unsubscribe.again-title"),
      texts,
      children: (
        <p>
          <T id="unsubscribe.again" values={{ address }} />
        </p>
      ),
    });
  }
  return formPage({
    title: texts.format("unsubscribe.done-title"),
    texts,
    children: (
      <>
        <p>
          {scope === "host" && host !== null ? (
            <T id="unsubscribe.done" values={{ address, host }} />
          ) : (
            <T id="unsubscribe.done-all" values={{ address }} />
          )}
        </p>
        {scope === "host" ? <Choice token={token} scope="all" label="unsubscribe.button-all" /> : null}
        <Choice token={token} scope="none" label="unsubscribe.undo" />
        <LanguageSwitch to={pathOf(token)} />
      </>
    ),
  });
}

/** For an invalid token, mostly because a mail program truncated the link. */
export function brokenLinkPage(texts: Texts): Page {
  return formPage({
    title: texts.format("unsubscribe.broken-title"),
    texts,
    children: <p>{texts.format("unsubscribe.broken")}</p>,
  });
}

interface ChoiceProps {
  token: string;
  scope?: State["scope"];
  label: TextId;
  host?: string;
}

/** A form whose button sends a choice, because the page has no script. The second choice has a plainer button. */
function Choice({ token, scope, label, host }: ChoiceProps) {
  return (
    <form method="post" action={pathOf(token, scope)}>
      <button type="submit" class={scope === undefined ? "wide" : "wide plain"}>
        <T id={label} values={host === undefined ? {} : { host }} />
      </button>
    </form>
  );
}

function pathOf(token: string, scope?: State["scope"]): string {
  return linkPath("/unsubscribe", { token, ...(scope === undefined ? {} : { scope }) });
}

function labelOf(texts: Texts, { host_name: host }: State): string | null {
  return host === "" ? texts.format("common.your-host") : host;
}
