/** A party has at most 20 people. */
const MAX_COMPANIONS = 19;

/** Shows as many companions as the number says. Where browsers know no `:has`, all are shown. */
const COMPANIONS_BY_NUMBER = Array.from(
  { length: MAX_COMPANIONS },
  (_, index) => `.rsvp:not(:has([name=more]>:nth-child(n+${index + 2}):checked)) .guest-${index + 1}`,
).join(",");

/** The style of the invitation's form and of its states. */
export const GUEST_STYLE = `
[tabindex="-1"]:focus{outline:0}
.field[class],.person,.when-yes{scroll-margin-top:1rem}
.rsvp{display:grid;gap:1.5rem}
.offer{display:grid;gap:.6rem;margin-bottom:1.2rem}
.rsvp .field{margin:0}
.rsvp>.wide{margin-top:.2rem}
.answer .rsvp legend,.answer .rsvp label:not(.choice){font:600 1.0625rem/1.35 var(--font);letter-spacing:0;margin-bottom:.5rem;text-wrap:pretty}
.answer .rsvp>.field:first-of-type>legend{font:500 1.6rem/1.2 var(--display);margin-bottom:1rem}
.options{display:grid;gap:.6rem}
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
.deadline{color:var(--muted);margin-bottom:1.4rem}
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
.facts.off :is(time,#own-time){text-decoration:line-through}
.answer form+details,.answer p+form{margin-top:1.1rem}
.answer form+form{margin-top:.7rem}
@supports selector(:has(*)){
.rsvp:not(:has([name=response][value=attending]:checked)) .when-yes,.rsvp:has([name=response][value=declined]:checked) .party,
.person:not(:has([value=coming]:checked)) .asked{display:none}
${COMPANIONS_BY_NUMBER}{display:none}
.hint{display:none}
}
@media(max-width:22rem){.options.pair{grid-template-columns:1fr}}
`;
