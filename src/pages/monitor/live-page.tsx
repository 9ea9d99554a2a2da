import { SignIn } from "../account/sign-in.tsx";
import type { Page } from "../page.tsx";
import { TopBar } from "../top-bar.tsx";

/** The live monitor of one event, filled by client/live.ts. */
export function livePage(eventId: string): Page {
  return {
    title: "Live · Usher",
    layout: "board",
    script: "live",
    body: (
      <>
        <TopBar isHost>
          <p>Live view</p>
          <p class="actions">
            <span id="state" class="state" role="status" />
            <button type="button" id="sign-out" class="plain" hidden>
              Sign out
            </button>
          </p>
        </TopBar>
        <main data-event={eventId}>
          <h1 id="title" class="narrow">
            Sign in
          </h1>
          <p id="live-error" class="notice" role="alert" hidden />
          <SignIn look="panel narrow" />
          <Board />
        </main>
      </>
    ),
  };
}

function Board() {
  return (
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
        <p class="muted">No links opened yet.</p>
      </section>
      <section class="panel" aria-labelledby="places-title">
        <h2 id="places-title">Locations</h2>
        <dl class="tally" id="places" />
        <p class="muted">No links opened yet.</p>
      </section>
      <Helpers />
    </div>
  );
}

/** For hosts who may edit: phones of helpers at the door, each with a link that a QR code hands over. */
function Helpers() {
  return (
    <section class="panel" id="helpers" aria-labelledby="helpers-title" hidden>
      <h2 id="helpers-title">Check-in helpers</h2>
      <p id="helpers-note" class="muted" role="status" />
      <ul class="list" id="helper-list" />
      <form id="helper-form" method="post">
        <div class="field">
          <label for="helper-name">
            Name
            <small>A helper, or where they stand</small>
          </label>
          <input id="helper-name" name="name" type="text" autocomplete="off" maxlength={100} required />
        </div>
        <button type="submit" class="plain wide">
          Add a helper
        </button>
      </form>
      <dialog id="handoff" aria-labelledby="handoff-title">
        <h2 id="handoff-title">Scan with the helper's phone</h2>
        <div id="handoff-code" />
        <p id="handoff-note" />
        <p class="actions">
          <button type="button" id="handoff-done">
            Done
          </button>
          <button type="button" id="handoff-copy" class="plain">
            Copy link
          </button>
        </p>
      </dialog>
    </section>
  );
}
