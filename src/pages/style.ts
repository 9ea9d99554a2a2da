/** The style of all pages, inlined in each of them. The colours are variables of `themeOf` in kernel/brand.ts. */
export const STYLE = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;color-scheme:light dark}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--page);color:var(--text);font:1.0625rem/1.55 var(--font);
padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);overflow-wrap:anywhere;text-wrap:pretty;text-autospace:normal}
h1,h2,.display{font-family:var(--display);font-weight:500;line-height:1.12;letter-spacing:-.012em;margin:0;text-wrap:balance}
h1{font-size:clamp(2.1rem,8.5vw,3.1rem)}
h2{font-size:1.4rem}
p{margin:0 0 1em}
.span{white-space:nowrap}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
[hidden]{display:none!important}
img{max-width:100%}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.muted,small{color:var(--muted)}
small{font-size:.9rem}
button,.button{font:inherit;font-weight:600;min-height:3.1rem;padding:.65rem 1.4rem;border:1px solid var(--brand-primary);border-radius:.6rem;
background:var(--brand-primary);color:var(--on-brand);cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center;text-align:center;text-wrap:balance;overflow-wrap:break-word}
button:hover,.button:hover{filter:brightness(1.08)}
button:active{transform:translateY(1px)}
button[disabled]{opacity:.6;cursor:default}
button.plain,.button.plain{background:none;color:var(--accent);border-color:var(--line)}
button.wide{width:100%}
input:not([type=radio]),select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--muted);border-radius:.6rem;
min-height:3.1rem;padding:.55rem .85rem;width:100%}
select{appearance:none;padding-inline-end:2.4rem;background-image:linear-gradient(45deg,transparent 50%,var(--muted) 50%),linear-gradient(-45deg,transparent 50%,var(--muted) 50%);
background-size:.42rem .42rem;background-position:right 1.3rem center,right .9rem center;background-repeat:no-repeat}
[dir=rtl] select{background-position:left .9rem center,left 1.3rem center}
label{display:block;font-weight:600;margin-bottom:.35rem}
label small{display:block;font-weight:400}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0;margin-bottom:.8rem}
.field{margin:0 0 1.15rem}
.notice{background:var(--panel);border-inline-start:4px solid var(--accent);border-radius:.2rem;border-start-end-radius:.6rem;border-end-end-radius:.6rem;padding:.85rem 1.1rem;margin:0 0 1.4rem}
.notice p:last-child,.notice:last-child{margin-bottom:0}
.brandmark{font-family:var(--display);font-size:.95rem;letter-spacing:.04em;color:var(--muted);margin:0 0 1.6rem}

body.event main{max-width:38rem;margin:0 auto;background:var(--card);min-height:100dvh}
.cover{display:block;width:100%;height:min(56.25vw,21.4rem);object-fit:cover;background:var(--panel)}
.band{height:.45rem;background:var(--brand-primary)}
.sheet{position:relative;padding:1.4rem 1.5rem 1.3rem}
.sheet h1{unicode-bidi:plaintext;text-align:left}[dir=rtl] .sheet h1{text-align:right}
h1.long{font-size:clamp(1.5rem,6.4vw,2.5rem)}h1.longest{font-size:clamp(1.15rem,5vw,1.9rem)}
.logo{float:inline-end;max-height:2.6rem;max-width:40%;margin-inline-start:1rem}
.cover+.sheet .logo{position:absolute;inset-inline-end:1.5rem;bottom:100%;box-sizing:content-box;margin:0;padding:.5rem .8rem;background:var(--card);border-radius:.7rem .7rem 0 0}
.dear{font-size:1.2rem;margin-bottom:.4rem}
.dear:not(:lang(ar),:lang(ja),:lang(zh)){font-style:italic}
:is(h1,h2,h3,button,.button,legend,label,.host,.pass p):lang(ja){word-break:auto-phrase}
:is(h1,h2,.display):is(:lang(ar),:lang(ja),:lang(zh)){letter-spacing:0;line-height:1.35}
.host{color:var(--muted);margin:.5rem 0 0}
.when{margin:1rem 0 0;display:grid;gap:.15rem}
.when dd{margin:0;text-wrap:pretty}
.when time{font-weight:600}
.more{position:relative;background:var(--card);padding:1.5rem 1.5rem 0}
.facts{margin:0 0 1.4rem;padding:1.2rem 0;border-block:1px solid var(--line);display:grid;gap:1.1rem}
.facts dt{font-size:.82rem;color:var(--muted);margin-bottom:.1rem}
.facts dd{margin:0}
.facts dd p{margin:.2rem 0 0}
:is(.when,.facts) dd:has(bdi){text-wrap:wrap}
:is(.when time,#own-time):is(:lang(ja),:lang(zh)){word-break:keep-all}
.facts dt:lang(en){letter-spacing:.08em;text-transform:uppercase}
.about{white-space:pre-line;margin:0 0 1.4rem}
.calendar{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;padding:0;margin:.1rem 0 0;list-style:none;font-size:1rem}
.calendar a{display:inline-block;padding:.25rem 0}
.answer{background:var(--panel);padding:1.4rem 1.5rem 1.5rem}
.answer h2,.answer legend{font:500 1.6rem/1.2 var(--display);margin-bottom:.8rem}
.choice{display:flex;align-items:center;gap:.85rem;margin:0;padding:.75rem 1rem;min-height:3.4rem;border:1px solid var(--muted);border-radius:.6rem;background:var(--card);
font-weight:500;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);font-weight:600}
.choice:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.choice input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);flex:none;outline:0}
.pass{display:grid;justify-items:center;text-align:center;gap:.4rem;margin:0 0 1.6rem;padding:1.2rem;background:var(--card);border:1px solid var(--line);border-radius:.8rem}
.pass img{height:auto;border-radius:.4rem}
.pass h3{font:500 1.2rem var(--display);margin:.5rem 0 0}
.pass p{margin:0 .6rem;font-size:.95rem;text-wrap:balance}
details>summary{cursor:pointer;font-weight:600;color:var(--accent);padding:.6rem 0}
details[open]>summary{margin-bottom:.6rem}
.colophon{padding:1.4rem 1.5rem 2.2rem;margin:0;font-size:.9rem;color:var(--muted)}
@media(min-width:64rem){
body.event{display:grid;align-items:center}
body.event main{max-width:68rem;width:calc(100% - 4rem);min-height:0;margin:3rem auto;border:1px solid var(--line);border-radius:1rem;overflow:clip;
display:grid;grid-template:"top top" "sheet answer" "more answer" "end answer" 1fr/minmax(0,1.25fr) minmax(22rem,1fr)}
.band,.cover{grid-area:top}.cover{height:auto;aspect-ratio:21/6}
.sheet{grid-area:sheet;padding:3rem 3.2rem 1rem}.answer{grid-area:answer;padding:3rem 2.6rem}.more{grid-area:more;padding:1rem 3.2rem 0}.colophon{grid-area:end;align-self:end;padding:1rem 3.2rem 2rem}
}
.language{display:flex;gap:.5rem;max-width:20rem;margin-top:1.6rem}
.language select,.language button{font-size:.9rem;font-weight:400;min-height:2.75rem;padding-block:.2rem}
.language select{flex:1;min-width:0;padding-inline-start:.7rem}
.language button{flex:none;padding-inline:.7rem}
.colophon p{margin:0}
form+p,button.wide+p{margin-top:1.1rem}
form+form{margin-top:.8rem}
input[type=checkbox]{width:1.3rem;min-height:1.3rem;height:1.3rem;margin:0;accent-color:var(--accent);flex:none}
@media(prefers-reduced-motion:no-preference){button,.choice{transition:filter .15s,border-color .15s}}
@media print{.answer form,details,.colophon{display:none}}
`;
