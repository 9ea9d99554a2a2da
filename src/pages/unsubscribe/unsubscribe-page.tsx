import type * as z from "zod";
import type { UnsubscribeState } from "../../features/notifier/schemas.ts";
import { hostLabel } from "../../kernel/host-label.ts";
import { formPage } from "../account/form-page.tsx";
import type { Page } from "../page.tsx";

type State = z.output<typeof UnsubscribeState>;

/** Asks for confirmation, because link scanners open the links of a mail. */
export function unsubscribePage(state: State, token: string): Page {
  if (state.scope !== "none") return changedPage(state, token);
  const { address } = state;
  const host = labelOf(state);
  return formPage({
    title: "Unsubscribe?",
    children: (
      <>
        <p>
          <strong>{address}</strong> will no longer get invitations, reminders or updates from {host ?? "any host"}.
          You'll still get confirmations you ask for.
        </p>
        <Choice token={token} label={host === null ? "Unsubscribe" : `Unsubscribe from ${host}`} />
        {host === null ? null : <Choice token={token} scope="all" label="Unsubscribe from all hosts" />}
      </>
    ),
  });
}

/** Says what holds now, and offers the way back. */
export function changedPage(state: State, token: string): Page {
  const { address, scope } = state;
  const host = labelOf(state);
  if (scope === "none") {
    return formPage({
      title: "You're subscribed again",
      children: (
        <p>
          Hosts can send invitations, reminders and updates to <strong>{address}</strong> again.
        </p>
      ),
    });
  }
  return formPage({
    title: "You're unsubscribed",
    children: (
      <>
        <p>
          <strong>{address}</strong> won't get any more invitations, reminders or updates from{" "}
          {scope === "host" && host !== null ? host : "any host"}.
        </p>
        {scope === "host" ? <Choice token={token} scope="all" label="Unsubscribe from all hosts" /> : null}
        <Choice token={token} scope="none" label="Changed your mind? Subscribe again" />
      </>
    ),
  });
}

/** For a token that is not valid, mostly because a mail program cut the link. */
export function brokenLinkPage(): Page {
  return formPage({
    title: "This link is incomplete",
    children: <p>Please use the link at the end of the email, or your email app's Unsubscribe button.</p>,
  });
}

/** A button that sends a choice by itself: the page has no script. A second choice is the plainer one. */
function Choice({ token, scope, label }: { token: string; scope?: State["scope"]; label: string }) {
  const query = new URLSearchParams({ token, ...(scope === undefined ? {} : { scope }) });
  return (
    <form method="post" action={`/unsubscribe?${query}`}>
      <button type="submit" class={scope === undefined ? "wide" : "wide plain"}>
        {label}
      </button>
    </form>
  );
}

function labelOf({ host_name: host }: State): string | null {
  return host === null ? null : hostLabel(host);
}
