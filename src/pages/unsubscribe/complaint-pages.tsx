import type { Texts } from "../../i18n/texts.ts";
import { formPage } from "../account/form-page.tsx";
import { CodeForm, PROBLEM_STYLE } from "../guest/challenge-page.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";
import { T } from "../texts.tsx";

/** Says that emails of all hosts are stopped because one was marked as spam, and offers a code to undo that. */
export function complaintPage(texts: Texts, address: string, token: string): Page {
  return formPage({
    title: texts.format("unsubscribe.spam-title"),
    texts,
    children: (
      <>
        <p>
          <T id="unsubscribe.spam" values={{ address }} />
        </p>
        <form method="post" action={linkPath("/unsubscribe/code-sent", { token })}>
          <button type="submit" class="wide">
            {texts.format("unsubscribe.spam-code")}
          </button>
        </form>
        <LanguageSwitch to={linkPath("/unsubscribe", { token })} />
      </>
    ),
  });
}

/** Asks for the code. The same page whether or not a code is sent. @param problem with the code that was typed */
export function complaintCodePage(texts: Texts, token: string, problem: string | null): Page {
  const page = formPage({
    title: texts.format("challenge.title"),
    texts,
    children: (
      <>
        {problem === null ? <p>{texts.format("unsubscribe.code-sent")}</p> : null}
        <CodeForm texts={texts} action={linkPath("/unsubscribe/code-checked", { token })} problem={problem} />
        <form method="post" action={linkPath("/unsubscribe/code-sent", { token })}>
          <button type="submit" class="wide plain">
            {texts.format("challenge.another")}
          </button>
        </form>
      </>
    ),
  });
  return { ...page, style: PROBLEM_STYLE };
}

/** Says that hosts can email the address again, and which ones cannot. */
export function complaintUndonePage(texts: Texts, address: string, stoppedHosts: readonly string[]): Page {
  const hosts = stoppedHosts.map((name) => name || texts.format("common.your-host"));
  return formPage({
    title: texts.format("unsubscribe.again-title"),
    texts,
    children: (
      <>
        <p role="status">
          <T id="unsubscribe.again" values={{ address }} />
        </p>
        {hosts.map((host) => (
          <p>
            <T id="unsubscribe.still-stopped" values={{ host }} />
          </p>
        ))}
      </>
    ),
  });
}

/** The path of a form with the token of its link in the query, as in the link itself. */
export function linkPath(path: string, parameters: Record<string, string>): string {
  return `${path}?${new URLSearchParams(parameters)}`;
}
