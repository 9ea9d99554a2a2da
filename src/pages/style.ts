/** One style sheet for all pages, inlined in each of them. The colours are variables of `themeOf` in kernel/brand.ts. */
export const STYLE = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;color-scheme:light dark}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--page);color:var(--text);font:1.0625rem/1.55 var(--font);
padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);overflow-wrap:anywhere}
h1,h2,.display{font-family:var(--display);font-weight:500;line-height:1.12;letter-spacing:-.012em;margin:0;text-wrap:balance}
h1{font-size:clamp(2.1rem,8.5vw,3.1rem)}
h2{font-size:1.4rem}
p{margin:0 0 1em}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
[hidden]{display:none!important}
img{max-width:100%}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.muted,small{color:var(--muted)}
small{font-size:.9rem}
button,.button{font:inherit;font-weight:600;min-height:3.1rem;padding:.65rem 1.4rem;border:1px solid var(--brand-primary);border-radius:.6rem;
background:var(--brand-primary);color:var(--on-brand);cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center}
button:hover,.button:hover{filter:brightness(1.08)}
button:active{transform:translateY(1px)}
button[disabled]{opacity:.6;cursor:default}
button.plain,.button.plain{background:none;color:var(--accent);border-color:var(--line)}
button.wide{width:100%}
.list button{flex:none;white-space:nowrap}
input:not([type=radio]),select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--muted);border-radius:.6rem;
min-height:3.1rem;padding:.55rem .85rem;width:100%}
select{appearance:none;padding-right:2.4rem;background-image:linear-gradient(45deg,transparent 50%,var(--muted) 50%),linear-gradient(-45deg,transparent 50%,var(--muted) 50%);
background-size:.42rem .42rem;background-position:right 1.3rem center,right .9rem center;background-repeat:no-repeat}
label{display:block;font-weight:600;margin-bottom:.35rem}
label small{display:block;font-weight:400}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0;margin-bottom:.8rem}
.field{margin:0 0 1.15rem}
.notice{background:var(--panel);border-left:4px solid var(--accent);border-radius:.2rem .6rem .6rem .2rem;padding:.85rem 1.1rem;margin:0 0 1.4rem}
.notice p:last-child,.notice:last-child{margin-bottom:0}
.brandmark{font-family:var(--display);font-size:.95rem;letter-spacing:.04em;color:var(--muted);margin:0 0 1.6rem}
hr{border:0;border-top:1px solid var(--line);margin:1.8rem 0}

body.form main{max-width:27rem;margin:0 auto;padding:max(8vh,2rem) 1.4rem 3rem}
body.form h1{font-size:clamp(1.8rem,7vw,2.3rem);margin-bottom:.9rem}

body.event main{max-width:38rem;margin:0 auto;background:var(--card);min-height:100dvh}
.cover{display:block;width:100%;aspect-ratio:16/9;object-fit:cover;background:var(--panel)}
.band{height:.45rem;background:var(--brand-primary)}
.sheet{padding:2rem 1.5rem 1rem}
.logo{display:block;max-height:4rem;max-width:12rem;margin:0 0 1.6rem}
.dear{font-size:1.2rem;font-style:italic;margin-bottom:.6rem}
.host{color:var(--muted);margin:.7rem 0 0}
.facts{margin:1.9rem 0;padding:1.4rem 0;border-block:1px solid var(--line);display:grid;gap:1.1rem}
.facts dt{font-size:.82rem;letter-spacing:.08em;text-transform:uppercase;color:var(--muted);margin-bottom:.1rem}
.facts dd{margin:0;font-size:1.12rem}
.facts dd p{margin:.2rem 0 0;font-size:1rem;color:var(--muted)}
.about{white-space:pre-line;margin:0 0 1.4rem}
.calendar{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;margin:.1rem 0 0;list-style:none;font-size:1rem}
.calendar a{display:inline-block;padding:.25rem 0}
.answer{background:var(--panel);padding:1.8rem 1.5rem 2rem}
.answer h2,.answer legend{font:500 1.6rem/1.2 var(--display);margin-bottom:1rem}
.choices{display:grid;gap:.6rem;margin-bottom:1.3rem}
.choice{display:flex;align-items:center;gap:.85rem;margin:0;padding:.75rem 1rem;min-height:3.4rem;border:1px solid var(--muted);border-radius:.6rem;background:var(--card);
font-weight:500;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);font-weight:600}
.choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.choice input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);flex:none;outline:0}
form:has([value=declined]:checked) .party{display:none}
.pass{display:grid;justify-items:center;text-align:center;gap:.4rem;margin:0 0 1.6rem;padding:1.2rem;background:var(--card);border:1px solid var(--line);border-radius:.8rem}
.pass img{height:auto;border-radius:.4rem}
.pass h3{font:500 1.2rem var(--display);margin:.5rem 0 0}
.pass p{margin:0;font-size:.95rem}
details>summary{cursor:pointer;font-weight:600;color:var(--accent);padding:.6rem 0}
details[open]>summary{margin-bottom:.6rem}
.colophon{padding:1.4rem 1.5rem 2.2rem;margin:0;font-size:.9rem;color:var(--muted)}
@media(min-width:64rem){
body.event{display:grid;align-items:center}
body.event main{max-width:68rem;width:calc(100% - 4rem);min-height:0;margin:3rem auto;border:1px solid var(--line);border-radius:1rem;overflow:hidden;
display:grid;grid-template-columns:minmax(0,1.25fr) minmax(22rem,1fr);grid-template-areas:"top top" "sheet answer" "end answer"}
.band,.cover{grid-area:top}.cover{aspect-ratio:21/6}
.sheet{grid-area:sheet;padding:3rem 3.2rem 1rem}.answer{grid-area:answer;padding:3rem 2.6rem}.colophon{grid-area:end;align-self:end;padding:1rem 3.2rem 2rem}
}
body.tool main{max-width:34rem;margin:0 auto;padding:1rem 1rem 3rem}
body.tool h1{font-size:1.5rem}
.bar{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.2rem 1rem;margin:.4rem 0 1rem}
.bar p{margin:0}
.bar .actions{display:flex;align-items:center;gap:1rem}
form+p{margin-top:1.1rem}
#network{flex-basis:100%}
#network:empty{display:none}
.count{font-variant-numeric:tabular-nums}
.count strong{font:500 1.9rem/1 var(--display)}
.tabs{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:.3rem;margin:0 0 1rem;background:var(--panel);border-radius:.7rem;padding:.3rem}
.tabs button{min-height:2.8rem;padding:.4rem;background:none;border-color:transparent;color:var(--text)}
.tabs [aria-pressed=true]{background:var(--card);border-color:var(--line);color:var(--accent)}
.viewfinder{position:relative;aspect-ratio:1;border-radius:1rem;overflow:hidden;background:#0a0a0c;border:1px solid var(--line);color:#f2f2f5;display:grid;place-items:center;text-align:center;margin-bottom:1rem}
.viewfinder video{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.viewfinder>:not(video){position:relative;margin:1.5rem}
.viewfinder.live::after{content:"";position:absolute;inset:14%;border:3px solid #fff;border-radius:1.2rem;opacity:.75;pointer-events:none}
.row{display:flex;gap:.6rem;align-items:end}
.row>:first-child{flex:1}
.row .field,.field.row{margin-bottom:1rem}
.check{display:flex;align-items:center;gap:.7rem;font-weight:500;min-height:2.8rem}
input[type=checkbox]{width:1.3rem;min-height:1.3rem;height:1.3rem;margin:0;accent-color:var(--accent);flex:none}
.list{list-style:none;margin:0;padding:0}
.list>li{border-top:1px solid var(--line);padding:.7rem 0;display:flex;justify-content:space-between;align-items:center;gap:1rem}
.list>li:first-child{border-top:0}
.list p{margin:0}
.verdict{position:fixed;inset:auto 0 0;min-height:44vh;padding:1.6rem 1.4rem calc(1.4rem + env(safe-area-inset-bottom));display:flex;flex-direction:column;justify-content:center;
gap:.5rem;text-align:center;border-radius:1.4rem 1.4rem 0 0;box-shadow:0 -.5rem 2rem #0005;z-index:2}
.verdict h2{font:600 clamp(2rem,9vw,3rem)/1.05 var(--display)}
.verdict .sign{font:700 2.6rem/1 var(--font)}
.verdict p{font-size:1.15rem;margin:0}
.verdict .row{justify-content:center;margin-top:.9rem;align-items:stretch}
.verdict button{flex:1;max-width:15rem;overflow-wrap:normal;background:#fff;color:#16161a;border-color:#fff}
.verdict button.plain{background:none;color:inherit;border-color:currentColor}
.verdict.green{background:#0b6b3a;color:#fff}
.verdict :focus-visible{outline-color:#fff}
.verdict.amber :focus-visible{outline-color:#16161a}
.verdict.ask :focus-visible{outline-color:var(--accent)}
.verdict.amber{background:#f5b81c;color:#16161a}
.verdict.amber button:not(.plain){background:#16161a;color:#fff;border-color:#16161a}
.verdict.red{background:#a81f17;color:#fff}
.verdict.ask{background:var(--card);color:var(--text);border-top:1px solid var(--line)}
.verdict.ask button:not(.plain){background:var(--brand-primary);color:var(--on-brand);border-color:var(--brand-primary)}
.stepper{display:flex;justify-content:center;align-items:center;gap:1.2rem}
.stepper output{font:500 2.6rem/1 var(--display);min-width:3.2rem;font-variant-numeric:tabular-nums}
.verdict .stepper button{flex:none;width:3.4rem;height:3.4rem;font-size:1.5rem;padding:0;border-radius:50%}
.tag{display:inline-block;font-size:.85rem;font-weight:600;padding:.05rem .55rem;border-radius:1rem;border:1px solid currentColor;white-space:nowrap}
.tag.green{color:#0b6b3a}.tag.amber{color:#7a5200}.tag.red{color:#a81f17}
@media(prefers-color-scheme:dark){.tag.green{color:#6fd39c}.tag.amber{color:#f5c04a}.tag.red{color:#ff9d94}}
@media(min-width:48rem){.verdict{max-width:34rem;margin:0 auto}.viewfinder{aspect-ratio:4/3}}
body.board main{max-width:72rem;margin:0 auto;padding:1.4rem 1.2rem 3rem}
body.board h1{font-size:clamp(1.7rem,5vw,2.4rem)}
.actions{display:flex;flex-wrap:wrap;gap:.6rem}
.actions:not(:has(>:not([hidden]))){display:none}
.part{border-top:1px solid var(--line);padding:1.5rem 0}
.part h2,dialog h2{margin-bottom:.6rem}
.list+form{margin-top:1rem}
button.wide+p{margin-top:1.1rem}
form+form{margin-top:.8rem}
.qr{display:block;width:100%;max-width:15rem;height:auto;margin:0 auto 1.1rem;background:#fff;border-radius:.6rem;padding:.8rem}
.secret{font:500 1.05rem/1.7 ui-monospace,monospace;background:var(--panel);border-radius:.6rem;padding:.8rem 1rem;margin:0 0 1.1rem;list-style:none;user-select:all}
dialog{width:min(27rem,calc(100% - 2rem));padding:1.6rem 1.4rem;border:1px solid var(--line);border-radius:1rem;background:var(--page);color:var(--text)}
dialog::backdrop{background:#0008}
.narrow{max-width:24rem}
.panels{display:grid;gap:1.2rem;margin-top:1.4rem}
.panel{background:var(--card);border:1px solid var(--line);border-radius:.9rem;padding:1.2rem 1.3rem}
.panel h2{font-size:1.2rem;margin-bottom:.7rem}
.figure{font:500 3.4rem/1 var(--display);font-variant-numeric:tabular-nums;margin:0}
.tally{display:grid;grid-template-columns:1fr auto;gap:.35rem 1rem;margin:0;font-variant-numeric:tabular-nums}
.tally dt,.tally dd{margin:0}
.tally dd{text-align:right;font-weight:600}
.feed{list-style:none;margin:0;padding:0;max-height:70vh;overflow:auto}
.feed li{display:grid;grid-template-columns:4.2rem 1fr auto;gap:.2rem .8rem;padding:.65rem 0;border-top:1px solid var(--line);align-items:baseline}
.feed li:first-child{border-top:0}
.feed time{color:var(--muted);font-size:.9rem;font-variant-numeric:tabular-nums}
.feed small{grid-column:2/-1}
.state{display:inline-flex;align-items:center;gap:.5rem}
.state::before{content:"";width:.65rem;height:.65rem;border-radius:50%;background:var(--muted)}
.state:empty{display:none}
.state.on::before{background:#1d9a57}
@media(min-width:56rem){.panels{grid-template-columns:minmax(0,1fr) 20rem;grid-auto-rows:min-content}.panels .wide{grid-row:1/span 4;grid-column:1}}
@media(prefers-reduced-motion:no-preference){button,.choice{transition:filter .15s,border-color .15s}}
@media print{.answer form,details,.colophon{display:none}}
`;
