import { element } from "./element.ts";
import { AuthenticatorApp } from "./security/authenticator-app.ts";
import { PasskeyList } from "./security/passkey-list.ts";
import { SessionList } from "./security/session-list.ts";
import { StepUpDialog } from "./security/step-up-dialog.ts";
import { Session } from "./session.ts";
import { whenSignedIn } from "./sign-in-form.ts";

const session = new Session();
const note = element("security-note", HTMLElement);
const api = new StepUpDialog(session);
const parts = [new PasskeyList(api, say), new AuthenticatorApp(api, say), new SessionList(api, say)];

whenSignedIn(session, () => void show());

async function show(): Promise<void> {
  for (const part of parts) {
    const refusal = await part.refresh();
    if (refusal?.status === 401) return whenSignedIn(session, () => void show());
    if (refusal !== null) say(refusal.detail);
  }
  element("security", HTMLElement).hidden = false;
}

/** Shows what has happened, or why it has not. Null hides what was shown. */
function say(text: string | null): void {
  note.textContent = text ?? "";
  note.hidden = text === null;
  // The button may be far below, on a phone.
  if (text !== null) note.scrollIntoView({ block: "nearest" });
}
