import { themeImage } from "../link-image.ts";
import type { Page } from "../page.tsx";

const DESCRIPTION =
  "Send everyone a personal invitation, see who's coming, and check people in at the door. You'll know if a link ends up in the wrong hands.";

const STEPS = [
  {
    name: "Invite",
    text: "Drop in your guest list as a spreadsheet. Everyone gets their own link, with your words and your look, by email or however you like to send it.",
  },
  {
    name: "RSVP",
    text: "A yes takes one tap and no account. See who's coming, who's bringing whom and who's still silent, and nudge only those.",
  },
  {
    name: "Door",
    text: "Every yes comes with a door pass. Your helpers scan it with their phones, even offline, and you watch the room fill up.",
  },
];

const STYLE = `
body.home{overflow-wrap:normal}
.home header,.home main,.home footer{max-width:min(66rem,100% - 2.8rem);margin:0 auto;padding:1.4rem 0}
.home header,.home footer{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.4rem 1.4rem}
.home .brandmark{margin:0;font-size:1.25rem;color:var(--text)}
.home header a,.home footer a{padding:.3rem 0}
.hero{display:grid;gap:3rem;padding:clamp(1.6rem,7vw,5rem) 0 clamp(3rem,7vw,5rem)}
.hero h1{font-size:clamp(2.6rem,8vw,4.2rem)}
.hero .lead{font-size:1.2rem;color:var(--muted);margin:1.2rem 0 1.8rem;max-width:34rem}
.sample{background:var(--card);border:1px solid var(--line);border-radius:1.2rem;overflow:hidden;max-width:24rem;width:100%;justify-self:center;box-shadow:0 1.5rem 3.5rem -1.2rem #0004}
.sample .band{height:.5rem}
.sample div{padding:1.7rem 1.6rem}
.sample p{margin:0}
.sample .display{font-size:1.9rem;margin:.4rem 0 .9rem}
.sample ul{list-style:none;margin:1.4rem 0 0;padding:0;display:grid;gap:.5rem}
.sample li{border:1px solid var(--line);border-radius:.6rem;padding:.55rem .9rem}
.sample li:first-child{background:var(--brand-primary);border-color:var(--brand-primary);color:var(--on-brand);font-weight:600}
.steps{display:grid;gap:1.6rem 2.4rem;list-style:none;margin:0;padding:2.4rem 0;border-top:1px solid var(--line)}
.steps h2{margin-bottom:.4rem}
.steps p{margin:0;color:var(--muted)}
.home footer{border-top:1px solid var(--line);padding-bottom:2.4rem;color:var(--muted)}
.home footer p{margin:0}
@media(min-width:56rem){.hero{grid-template-columns:1.25fr 1fr;align-items:center}.steps{grid-template-columns:repeat(3,1fr)}}
`;

/** Introduces the service to new hosts. */
export function homePage(): Page {
  return {
    title: "Usher: invitations, RSVPs and the door",
    card: { title: "Usher", description: DESCRIPTION, image: themeImage("plain") },
    isIndexed: true,
    layout: "home",
    style: STYLE,
    body: (
      <>
        <header>
          <p class="brandmark">Usher</p>
          <a href="/app">Sign in</a>
        </header>
        <main>
          <section class="hero">
            <div>
              <h1>Invite people. Know who's coming.</h1>
              <p class="lead">{DESCRIPTION}</p>
              <p class="actions">
                <a class="button" href="/app/sign-up">
                  Create your first event
                </a>
                <a class="button plain" href="/app">
                  Open the console
                </a>
              </p>
            </div>
            <Sample />
          </section>
          <ul class="steps">
            {STEPS.map(({ name, text }) => (
              <li>
                <h2>{name}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </main>
        <footer>
          <p>Got an invitation? Open the link in your email.</p>
          <a href="/docs">API for developers</a>
        </footer>
      </>
    ),
  };
}

/** An invitation, drawn: nothing in it can be pressed. */
function Sample() {
  return (
    <div class="sample" role="img" aria-label="An invitation with a choice of three answers">
      <p class="band" aria-hidden="true" />
      <div aria-hidden="true">
        <p class="muted">Hi Anna, you're invited:</p>
        <p class="display">Midsummer Supper</p>
        <p>Sat 19 June, 18:30</p>
        <p class="muted">Orangerie, Berlin</p>
        <ul>
          <li>Yes, I'll be there</li>
          <li>Not sure yet</li>
          <li>Sorry, I can't make it</li>
        </ul>
      </div>
    </div>
  );
}
