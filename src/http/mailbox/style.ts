/**
 * Styles of the mailbox page: one column on phones, list and mail side by side on wider screens.
 */
export const MAILBOX_STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;
--ink:#1c2430;--muted:#4f5865;--rule:#8a8f99;--soft:#eef0f3;--accent:#1f3a4d;--on-accent:#ffffff;--paper:#ffffff}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8ec;--muted:#a9b0bc;--rule:#737b88;--soft:#262a32;--accent:#9cc3dd;--on-accent:#10161c;--paper:#14161b}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0 auto;max-width:75rem;padding:1rem;color:var(--ink);background:var(--paper)}
h1{font-size:1.5rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}
h3{font-size:1rem;margin:1rem 0 .25rem}
p{margin:0 0 1rem}
#said:empty{margin:0}
.muted{color:var(--muted)}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:0 0 1rem}
label{flex:1 1 16rem;display:block}
input{display:block;width:100%;min-height:2.75rem;padding:.5rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--rule);border-radius:6px}
button{min-height:2.75rem;padding:.5rem 1rem;font:inherit;color:inherit;background:var(--soft);border:1px solid var(--rule);border-radius:6px;cursor:pointer}
form button,button[aria-pressed=true]{color:var(--on-accent);background:var(--accent);border-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
h2:focus{outline:none}
#box{display:grid;grid-template-columns:minmax(14rem,22rem) minmax(0,1fr);gap:1.5rem;align-items:start}
nav ul,#files,#walk{list-style:none;margin:0;padding:0}
nav li button{width:100%;text-align:left;background:none;border:0;border-bottom:1px solid var(--rule);border-radius:0;padding:.75rem .5rem}
nav li button:hover{background:var(--soft)}
nav li button[aria-current=true]{background:var(--soft);box-shadow:inset 4px 0 var(--accent)}
nav li button span{display:block;overflow-wrap:anywhere}
nav li button .muted{font-size:.875rem}
#older{margin-top:1rem}
#back{display:none;margin:0 0 1rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.125rem .75rem;margin:0 0 .5rem}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
#walk a,#files a,#files span{display:inline-block;padding:.625rem 0;color:inherit;overflow-wrap:anywhere}
#view{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
iframe{display:block;width:100%;height:75vh;min-height:28rem;border:1px solid var(--rule);border-radius:6px;background:var(--paper)}
iframe[aria-busy=true]{background:repeating-linear-gradient(var(--paper) 0 2.4rem,var(--soft) 2.4rem 2.5rem)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:15px/1.5 ui-monospace,monospace;border:1px solid var(--rule);border-radius:6px;padding:1rem;margin:0}
@media (max-width:50rem){#box{grid-template-columns:minmax(0,1fr)}.reading nav{display:none}.reading #back{display:inline-block}body:has(.reading) header>p{display:none}}
`;
