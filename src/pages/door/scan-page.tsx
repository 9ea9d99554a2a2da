import { raw } from "hono/html";
import type { Texts } from "../../i18n/texts.ts";
import { LanguageSwitch } from "../language/language-switch.tsx";
import type { Page } from "../page.tsx";
import { useTexts } from "../texts.tsx";
import { TopBar } from "../top-bar.tsx";

/** The most that the API accepts as `arrival_count`. */
const MAX_ARRIVALS = 20;

/** The scanner, for a phone; see client/scan.ts. */
export function scanPage(texts: Texts): Page {
  const { format } = texts;
  return {
    title: `${format("door.title")} · Usher`,
    texts,
    layout: "tool",
    script: "scan",
    permissions: "camera=(self), geolocation=(), microphone=()",
    body: (
      <>
        <TopBar>
          <h1 id="title">{format("door.title")}</h1>
        </TopBar>
        <main>
          <div class="bar">
            <p class="count" id="counter" />
            <p id="network" role="status" class="state" />
          </div>
          <p id="list-state" class="muted" />
          <noscript>
            <p class="notice">{format("door.needs-script")}</p>
          </noscript>
          <p id="ticket-error" class="notice" role="alert" hidden />
          <nav class="tabs" aria-label={format("door.ways")}>
            <button type="button" data-tab="scan" aria-pressed="true">
              {format("door.scan")}
            </button>
            <button type="button" data-tab="name" aria-pressed="false">
              {format("door.by-name")}
            </button>
            <button type="button" data-tab="walk-in" aria-pressed="false">
              {format("door.walk-in")}
            </button>
          </nav>
          <ScanPanel />
          <NamePanel />
          <WalkInPanel />
          <JustCheckedIn />
          <ScannedOffline />
          <LanguageSwitch to="/scan" />
        </main>
        <div id="verdict" class="verdict" role="alert" hidden />
        <ScriptTexts texts={texts} />
      </>
    ),
  };
}

/** The script's texts as JSON in the page: they have the page's language and are available without a network. */
function ScriptTexts({ texts }: { texts: Texts }) {
  const data = { locale: texts.locale, messages: texts.catalogue.door };
  return (
    <script type="application/json" id="texts">
      {raw(JSON.stringify(data).replaceAll("<", "\\u003c"))}
    </script>
  );
}

function ScanPanel() {
  const { format } = useTexts();
  return (
    <section data-panel="scan" aria-label={format("door.scan-panel")}>
      <div class="viewfinder" id="viewfinder">
        <video id="camera" playsinline muted />
        <p id="camera-error" role="alert" hidden />
        <button type="button" id="start-camera">
          {format("door.start")}
        </button>
        <button type="button" id="torch" class="torch" aria-pressed="false" hidden>
          {format("door.torch")}
        </button>
      </div>
      <form id="code-form">
        <label for="code">{format("door.code")}</label>
        <div class="row field">
          <input id="code" autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="send" required />
          <button type="submit" class="plain">
            {format("door.check")}
          </button>
        </div>
      </form>
      <label class="check">
        <input type="checkbox" id="ask-headcount" />
        {format("door.ask-headcount")}
      </label>
    </section>
  );
}

function NamePanel() {
  const { format } = useTexts();
  return (
    <section data-panel="name" aria-label={format("door.name-panel")} hidden>
      <form id="name-form">
        <label for="name">
          {format("door.name-on-list")}
          <small>{format("door.name-hint")}</small>
        </label>
        <div class="row field">
          <input id="name" type="search" autocomplete="off" maxlength={100} enterkeyhint="search" required />
          <button type="submit" class="plain">
            {format("door.find")}
          </button>
        </div>
      </form>
      <p id="name-note" role="status" class="muted" />
      <ul class="list" id="matches" />
    </section>
  );
}

function WalkInPanel() {
  const { format } = useTexts();
  return (
    <section data-panel="walk-in" aria-label={format("door.walk-in-panel")} hidden>
      <form id="walk-in-form">
        <div class="field">
          <label for="walk-in-name">{format("door.name")}</label>
          <input id="walk-in-name" name="name" autocomplete="off" maxlength={200} required />
        </div>
        <div class="field">
          <label for="walk-in-count">{format("door.how-many")}</label>
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
          {format("door.check-in")}
        </button>
      </form>
    </section>
  );
}

function JustCheckedIn() {
  const { format } = useTexts();
  return (
    <section id="recent" class="panel" aria-labelledby="recent-title" hidden>
      <h2 id="recent-title">{format("door.just-checked-in")}</h2>
      <ul class="list" id="recent-list" />
    </section>
  );
}

function ScannedOffline() {
  const { format } = useTexts();
  return (
    <section id="waiting" class="panel" aria-label={format("door.scanned-offline")} hidden>
      <h2>{format("door.scanned-offline")}</h2>
      <p id="conflicts" role="status" class="conflicts" />
      <ul class="list" id="waiting-list" />
      <p class="actions">
        <button type="button" class="plain" id="clear-sent" hidden>
          {format("door.clear-synced")}
        </button>
      </p>
    </section>
  );
}
