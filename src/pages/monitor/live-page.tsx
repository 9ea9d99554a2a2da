import { SignIn } from "../account/sign-in.tsx";
import type { Page } from "../page.tsx";

/** The live monitor of one event, filled by client/live.ts. */
export function livePage(eventId: string): Page {
  return {
    title: "Live · Usher",
    layout: "board",
    script: "live",
    body: (
      <main data-event={eventId}>
        <header class="bar">
          <h1 id="title">Live</h1>
          <p class="actions">
            <span id="state" class="state" role="status" />
            <button type="button" id="sign-out" class="plain" hidden>
              Sign out
            </button>
          </p>
        </header>
        <div class="narrow">
          <SignIn />
        </div>
        <div class="panels" id="board" hidden>
          <section class="panel" aria-labelledby="headcount-title">
            <h2 id="headcount-title">At the door</h2>
            <p class="figure" id="arrived">
              0
            </p>
            <p class="muted" id="expected" />
          </section>
          <section class="panel wide" aria-labelledby="feed-title">
            <h2 id="feed-title">Activity</h2>
            <p id="feed-empty" class="muted">
              No activity yet.
            </p>
            <ol class="feed" id="feed" aria-live="polite" aria-labelledby="feed-title" tabindex={0} />
          </section>
          <section class="panel" aria-labelledby="bands-title">
            <h2 id="bands-title">Access risk</h2>
            <dl class="tally" id="bands" />
          </section>
          <section class="panel" aria-labelledby="places-title">
            <h2 id="places-title">Locations</h2>
            <dl class="tally" id="places" />
          </section>
        </div>
      </main>
    ),
  };
}
