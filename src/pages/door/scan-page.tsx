import type { Page } from "../page.tsx";
import { TopBar } from "../top-bar.tsx";

/** The most that the API accepts as `arrival_count`. */
const MAX_ARRIVALS = 20;

/** The scanner, for a phone; see client/scan.ts. */
export function scanPage(): Page {
  return {
    title: "Check-in · Usher",
    layout: "tool",
    script: "scan",
    permissions: "camera=(self), geolocation=(), microphone=()",
    body: (
      <>
        <TopBar>
          <h1 id="title">Check-in</h1>
        </TopBar>
        <main>
          <div class="bar">
            <p class="count" id="counter" />
            <p id="network" role="status" class="state" />
          </div>
          <noscript>
            <p class="notice">Check-in needs JavaScript: it reads codes with this phone's camera.</p>
          </noscript>
          <p id="ticket-error" class="notice" role="alert" hidden />
          <nav class="tabs" aria-label="Ways to check in">
            <button type="button" data-tab="scan" aria-pressed="true">
              Scan
            </button>
            <button type="button" data-tab="name" aria-pressed="false">
              By name
            </button>
            <button type="button" data-tab="walk-in" aria-pressed="false">
              Walk-in
            </button>
          </nav>
          <ScanPanel />
          <NamePanel />
          <WalkInPanel />
          <JustCheckedIn />
          <ScannedOffline />
        </main>
        <div id="verdict" class="verdict" role="alert" hidden />
      </>
    ),
  };
}

function ScanPanel() {
  return (
    <section data-panel="scan" aria-label="Scan a code">
      <div class="viewfinder" id="viewfinder">
        <video id="camera" playsinline muted />
        <p id="camera-error" role="alert" hidden />
        <button type="button" id="start-camera">
          Start scanning
        </button>
      </div>
      <form id="code-form">
        <label for="code">Barcode scanner or code</label>
        <div class="row field">
          <input id="code" autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="send" required />
          <button type="submit" class="plain">
            Check
          </button>
        </div>
      </form>
      <label class="check">
        <input type="checkbox" id="ask-headcount" />
        Ask for party size first
      </label>
    </section>
  );
}

function NamePanel() {
  return (
    <section data-panel="name" aria-label="Find a guest by name" hidden>
      <form id="name-form">
        <label for="name">
          Name on the list<small>No phone or dead battery</small>
        </label>
        <div class="row field">
          <input id="name" type="search" autocomplete="off" maxlength={100} enterkeyhint="search" required />
          <button type="submit" class="plain">
            Find
          </button>
        </div>
      </form>
      <p id="name-note" role="status" class="muted" />
      <ul class="list" id="matches" />
    </section>
  );
}

function WalkInPanel() {
  return (
    <section data-panel="walk-in" aria-label="Add someone who isn't on the list" hidden>
      <form id="walk-in-form">
        <div class="field">
          <label for="walk-in-name">Name</label>
          <input id="walk-in-name" name="name" autocomplete="off" maxlength={200} required />
        </div>
        <div class="field">
          <label for="walk-in-count">How many people</label>
          <input
            id="walk-in-count"
            name="count"
            type="number"
            inputmode="numeric"
            min="1"
            max={MAX_ARRIVALS}
            value="1"
            required
          />
        </div>
        <button type="submit" class="wide">
          Check in
        </button>
      </form>
    </section>
  );
}

function JustCheckedIn() {
  return (
    <section id="recent" class="panel" aria-labelledby="recent-title" hidden>
      <h2 id="recent-title">Just checked in</h2>
      <ul class="list" id="recent-list" />
    </section>
  );
}

function ScannedOffline() {
  return (
    <section id="waiting" class="panel" aria-label="Scanned offline" hidden>
      <h2>Scanned offline</h2>
      <ul class="list" id="waiting-list" />
      <p class="actions">
        <button type="button" class="plain" id="clear-sent" hidden>
          Clear synced
        </button>
      </p>
    </section>
  );
}
