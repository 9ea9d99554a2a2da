/** A party has at most 20 people. */
const MAX_COMPANIONS = 19;

/** Shows as many companions as the number says. Where browsers know no `:has`, all are shown. */
const COMPANIONS_BY_NUMBER = Array.from(
  { length: MAX_COMPANIONS },
  (_, index) => `.rsvp:not(:has([name=more]>:nth-child(n+${index + 2}):checked)) .guest-${index + 1}`,
).join(",");

/**
 * A cover's height: the rest of a phone's first screen. The RSVP choices stay on the first screen from 360 by 640 up.
 * @param rest height of everything else on the first screen
 */
function coverHeight(rest: string): string {
  const height = (screen: string) => `height:clamp(2.3rem,${screen} - ${rest},min(56.25vw,21.4rem))`;
  // Browsers that do not know the smaller unit leave the second one out.
  return `${height("100vh")};${height("100svh")}`;
}

/** Smaller sizes for a short first screen, or for much text. @param scope prefix of each selector */
function dense(scope: string): string {
  const rules = {
    ".sheet": "padding-block:.75rem .7rem",
    ".sheet .logo": "max-height:1.6rem;padding:.35rem .6rem",
    "h1::after": "margin-top:.5rem",
    h1: "font-size:clamp(1.6rem,7.6vw,2.3rem)",
    "h1.long": "font-size:1.4rem",
    "h1.longest": "font-size:1.12rem",
    ".dear": "font-size:1.05rem;margin-bottom:.15rem",
    ".host": "font-size:.95rem;line-height:1.3;margin-top:.25rem",
    ".when": "font-size:.95rem;line-height:1.3;margin-top:.4rem",
    ".answer": "padding-top:.7rem",
    ".rsvp": "gap:.9rem",
    ".answer .rsvp>.field:first-of-type>legend": "font-size:1.3rem;margin-bottom:.45rem",
    ".deadline": "font-size:.9rem;margin-bottom:.35rem",
    ".choice": "min-height:2.75rem;padding-block:.3rem;line-height:1.25",
    ".options": "gap:.4rem",
    ".wide": "min-height:2.9rem",
  };
  return Object.entries(rules)
    .map(([selector, style]) => `${scope}${selector}{${style}}`)
    .join("");
}

/** The style of the invitation's form and of its states. */
export const GUEST_STYLE = `
[tabindex="-1"]:focus{outline:0}
.field[class],.person,.when-yes{scroll-margin-top:1rem}
.rsvp{display:grid;gap:1.5rem}
.offer{display:grid;gap:.6rem;margin-bottom:1.2rem}
.rsvp .field{margin:0}
.rsvp :is(input,select,textarea){scroll-margin-bottom:5.5rem}
.rsvp>.wide{margin-top:.2rem;position:sticky;bottom:max(.7rem,env(safe-area-inset-bottom));box-shadow:0 0 0 .7rem var(--panel),0 3rem 0 .7rem var(--panel)}
.answer .rsvp legend,.answer .rsvp label:not(.choice){font:600 1.0625rem/1.35 var(--font);letter-spacing:0;margin-bottom:.5rem;text-wrap:pretty}
.answer .rsvp>.field:first-of-type>legend{font:500 1.6rem/1.2 var(--display);margin-bottom:.8rem}
.options{display:grid;gap:.55rem}
.options.pair{grid-template-columns:1fr 1fr}
.options.short{grid-template-columns:repeat(auto-fill,minmax(8rem,1fr))}
.pair .choice,.short .choice{padding-inline:.7rem;gap:.6rem;font-size:1rem}
.choice{min-width:0}
.choice input[type=checkbox]{min-height:1.25rem}
.help{margin:-.25rem 0 .6rem;color:var(--muted);font-size:.95rem}
.mark{color:var(--accent)}
.problem{margin:.5rem 0 0;font-weight:600;color:var(--wrong)}
.problem::before{content:"! ";font-weight:800}
[aria-invalid=true],.choice:has([aria-invalid=true]){border-color:var(--wrong)}
:root{--wrong:#a81f17}
@media(prefers-color-scheme:dark){:root{--wrong:#ff9d94}}
textarea{font:inherit;color:inherit;background:var(--card);border:1px solid var(--muted);border-radius:.6rem;padding:.6rem .85rem;width:100%;min-height:4.6rem;resize:vertical;field-sizing:content}
.people{display:grid;gap:1.5rem}
.person{display:grid;gap:1rem;padding:.9rem .9rem 1.1rem;border:1px solid var(--line);border-radius:.8rem}
fieldset.person>legend{padding:0 .4rem;margin:0;margin-inline-start:-.4rem}
.asked{display:grid;gap:1rem}
.deadline{color:var(--muted);font-size:1rem;line-height:1.35;margin-bottom:.7rem}
.given{margin:0 0 1.4rem;display:grid;gap:.7rem}
.given dt{font-size:.9rem;color:var(--muted)}
.given dd{margin:0;white-space:pre-line}
.said{white-space:pre-line}
#pass{scroll-margin-top:1.5rem}
.soon{font-weight:600;font-size:1.2rem}
.pass,.pass p{background:#fff;color:#33333b}
.pass{gap:.2rem;padding:.4rem .4rem 1.2rem}
.pass img{width:100%;max-width:25rem}
.pass h3{color:#16161a;margin:0}
.way bdi{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
@media(max-width:30rem){.pass{margin-inline:-.8rem}}
.bright{display:none}
@media(pointer:coarse){.soon:not([hidden])+.pass .bright{display:block}}
.rsvp .notice{margin:0}
form[aria-busy]{opacity:.6}
@media(prefers-reduced-motion:no-preference){.answer{view-transition-name:answer}}
:is(.when.off time,.off #own-time){text-decoration:line-through}
.answer form+details,.answer p+form{margin-top:1.1rem}
.answer form+details{position:relative}
.answer form+form{margin-top:.7rem}
@supports selector(:has(*)){
.rsvp:not(:has([name=response][value=attending]:checked)) .when-yes,.rsvp:has([name=response][value=declined]:checked) .party,
.person:not(:has([value=coming]:checked)) .asked{display:none}
${COMPANIONS_BY_NUMBER}{display:none}
.rsvp:has([type=radio][name=response]):not(:has([name=response]:checked))>:not(:has([name=response]),.wide){display:none}
.hint{display:none}
}
@media(max-width:63.99rem){
.cover{${coverHeight("35rem")}}
.crowded .cover{${coverHeight("38.5rem")}}
.when bdi{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
[dir=rtl] .when bdi{text-align:right}
${dense(".crowded ")}
.crowded .rsvp>.field:first-of-type .options{grid-template-columns:1fr 1fr}
.crowded .options>.choice:first-child{grid-column:1/-1}
.crowded .options>.choice:not(:first-child){padding-inline:.6rem;gap:.5rem;font-size:.95rem;line-height:1.2}
}
@media(max-width:63.99rem) and (max-height:47rem){${dense("main ")}}
@media(max-width:22rem){.options.pair{grid-template-columns:1fr}}
`;
