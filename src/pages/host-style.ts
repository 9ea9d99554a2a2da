/** The style of all pages but the invitation, after `STYLE`: steps of 8 px, cards, and a slim bar at the top. */
export const HOST_STYLE = `
:root{--wrong:#a81f17;--good:#0b6b3a;--care:#7a5200}
@media(prefers-color-scheme:dark){:root{--wrong:#ff9d94;--good:#6fd39c;--care:#f5c04a}}
body{font-size:1rem;line-height:1.5;font-variant-numeric:tabular-nums}
h1{font-size:1.75rem;line-height:1.2}
h2{font:600 1.125rem/1.3 var(--font);letter-spacing:0}
button,.button{min-height:44px;padding:8px 16px;border-radius:10px}
input:not([type=radio]),select{min-height:44px;padding:8px 12px;border-radius:10px}
label{margin-bottom:4px}
.field{margin-bottom:16px}
.danger{color:var(--wrong)!important}
.topbar{display:flex;align-items:center;gap:16px;min-height:56px;padding:8px 16px;background:var(--card);border-bottom:1px solid var(--line)}
.topbar>*{margin:0;min-width:0}
.topbar p,.topbar button{white-space:nowrap}
.topbar .actions{margin-inline-start:auto;flex-wrap:nowrap;align-items:center}
.topbar .brandmark{flex:none;color:var(--text);font-size:1.25rem;letter-spacing:0;text-decoration:none}
button.plain,.button.plain{background:var(--card)}
button.plain:hover,.button.plain:hover{filter:none;background:var(--panel)}
body.form main,.panel{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px}
body.form main{max-width:28rem;width:calc(100% - 32px);margin:max(24px,6vh) auto 48px}
body.form h1{margin-bottom:16px}
main>:last-child,section>:last-child{margin-bottom:0}
.actions,.row{display:flex;gap:8px}
.actions{flex-wrap:wrap;margin-bottom:0}
.actions:not(:has(>:not([hidden]))){display:none}
.row{align-items:end}
.row>:first-child{flex:1}
.check{display:flex;align-items:center;gap:8px;font-weight:500;min-height:44px;margin:0}
.list{list-style:none;margin:0;padding:0}
.list>li{border-top:1px solid var(--line);padding:12px 0;display:flex;justify-content:space-between;align-items:center;flex-wrap:wrap;gap:8px}
.list>li:first-child{border-top:0}
.list p{margin:0;min-width:0}
.list button,.list .button{flex:none}
.list>li>p{flex:1 1 8rem}
.panel .list>li:last-child{padding-bottom:0}
.list+form,.list+.actions,.list+p{margin-top:16px}
.state,.tag{display:inline-flex;align-items:center;gap:8px;flex:none;font-size:.875rem;font-weight:600;padding:2px 12px;border:1px solid currentColor;border-radius:99px;white-space:nowrap}
.state{border-color:var(--line);background:var(--card)}
.bar .state{flex:initial;white-space:normal;border-radius:16px}
.state::before{content:"";flex:none;width:8px;height:8px;border-radius:50%;background:#d08a00}
.state:empty{display:none}
.state.on::before{background:#1d9a57}
.tag.green{color:var(--good)}.tag.amber{color:var(--care)}.tag.red{color:var(--wrong)}

body.tool main{max-width:34rem;margin:0 auto;padding:16px 16px 48px}
body.tool h1{font-size:1.25rem}
.bar{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 16px;margin-bottom:16px}
.bar p{margin:0}
.count{color:var(--muted)}
.count strong{font:600 2.5rem/1 var(--font);color:var(--text)}
.tabs{display:grid;grid-auto-flow:column;grid-auto-columns:auto;gap:4px;margin-bottom:16px;background:var(--panel);border-radius:12px;padding:4px}
.tabs button{padding:4px;background:none;border-color:transparent;color:var(--text)}
.tabs [aria-pressed=true]{background:var(--card);border-color:var(--line);color:var(--accent)}
.viewfinder{position:relative;aspect-ratio:1;border-radius:12px;overflow:hidden;background:#0a0a0c;border:1px solid var(--line);color:#f2f2f5;display:grid;place-items:center;text-align:center;margin-bottom:16px}
.viewfinder video{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.viewfinder>:not(video){position:relative;margin:24px}
.viewfinder>.torch{position:absolute;inset-block-end:0;inset-inline-end:0;margin:12px;z-index:1;background:#0a0a0ccc;color:#fff;border-color:#fff}
.viewfinder>.torch[aria-pressed=true]{background:#fff;color:#16161a}
.conflicts:not(:empty){font-weight:600;margin:0 0 8px}
#list-state:empty{display:none}
.viewfinder.live::after{content:"";position:absolute;inset:14%;border:3px solid #fff;border-radius:16px;opacity:.75;pointer-events:none}
body.tool main>section{margin-top:16px}
.verdict{position:fixed;inset:auto 0 0;min-height:44vh;padding:24px 24px calc(24px + env(safe-area-inset-bottom));display:flex;flex-direction:column;justify-content:center;
gap:8px;text-align:center;border-radius:16px 16px 0 0;box-shadow:0 -8px 32px #0005;z-index:2}
.verdict h2{font:600 clamp(2rem,9vw,3rem)/1.05 var(--display)}
.verdict .sign{font:700 2.5rem/1 var(--font)}
.verdict p{font-size:1.25rem;margin:0;white-space:pre-line;text-wrap:balance}
.verdict .row{justify-content:center;margin-top:16px;align-items:stretch}
.verdict button{flex:1;min-height:52px;max-width:16rem;background:#fff;color:#16161a;border-color:#fff}
.verdict .row:has(:nth-child(3)){flex-direction:column;align-items:center}
.verdict .row:has(:nth-child(3)) button{flex:none;width:100%;max-width:24rem}
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
.stepper{display:flex;justify-content:center;align-items:center;gap:24px}
.stepper output{font:600 3.5rem/1 var(--font);min-width:4rem}
.verdict .stepper button{flex:none;width:56px;height:56px;font-size:1.5rem;padding:0;border-radius:50%}
@media(min-width:48rem){.verdict{max-width:34rem;margin:0 auto}.viewfinder{aspect-ratio:4/3}.topbar{padding-inline:24px}body.form main{padding:32px}}
`;
