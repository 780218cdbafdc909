/**
 * The styles of customer pages: light and dark, from 320 px on, and for print. `--accent` is the
 * sender's color.
 */
export const STYLE = `:root{color-scheme:light dark;--desk:#f6f4f2;--surface:#fff;--line:#e7e4e1;--field:#8e8a86;--text:#1c1a17;--muted:#5d5a56;--ink:#304dbb;--ink-hover:#233c9b;--on-ink:#fff;--ink-text:#304dbb;--ok:#1c7f4c;--late:#bb342f;--late-text:#a12220;--warn:#b47a21;--idle:#6e6b67;--accent:#1f3a4d;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--desk:#0f1012;--surface:#151618;--line:#282a2d;--field:#73767b;--text:#eaebed;--muted:#a6a9ae;--ink:#4768d1;--ink-hover:#3958c3;--ink-text:#a6bffe;--ok:#65ba85;--late:#fa766b;--late-text:#ffa69b;--warn:#d1984b;--idle:#898c92}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;color:var(--text);background:var(--desk);overflow-wrap:break-word}
h1,h2,p,dl,dd,figure,ul{margin:0;padding:0}
h1{font-size:1.375rem;line-height:1.75rem;font-weight:600;letter-spacing:-.021em}
h2{font-size:1rem;line-height:1.5rem;font-weight:600}
a{color:var(--ink-text);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.top{display:flex;align-items:center;gap:.75rem;padding:.75rem 1rem;background:var(--surface);border-bottom:1px solid var(--line)}
.push{margin-left:auto;text-align:right}
.logo{max-height:2.5rem;max-width:8rem;background:#fff;border-radius:4px}
.initials{display:grid;place-items:center;width:2rem;height:2rem;border-radius:6px;background:var(--accent);color:var(--on-accent);font-size:.875rem;font-weight:600}
main{max-width:76rem;margin:0 auto;padding:1.5rem 1rem;display:grid;gap:2rem;grid-template-columns:minmax(0,1fr)}
.state{max-width:34rem;gap:1rem}
.offer{display:grid;gap:1rem;align-content:start}
.quiet{color:var(--muted)}
.small{font-size:.875rem;line-height:1.25rem}
.figure{font-size:2.125rem;line-height:2.625rem;font-weight:600;letter-spacing:-.021em;font-variant-numeric:tabular-nums}
.said::before{content:"";display:inline-block;width:.5rem;height:.5rem;border-radius:50%;background:var(--idle);margin-right:.5rem}
.said.ok::before{background:var(--ok)}.said.late::before{background:var(--late)}.said.warn::before{background:var(--warn)}
.pairs{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.375rem 1rem}.pairs dt{color:var(--muted)}.pairs dd{text-align:right;font-variant-numeric:tabular-nums}
.pairs.left dd{text-align:left}.pairs .total{border-top:1px solid var(--line);padding-top:.375rem;font-weight:600;color:var(--text)}
.block{display:grid;gap:.75rem;border-top:1px solid var(--line);padding-top:1rem}
.copy{user-select:all;font-family:ui-monospace,Menlo,"DejaVu Sans Mono",monospace;font-size:.9375rem}
.pairs.left dd:has(.copy){display:flex;gap:.5rem;align-items:start;justify-content:space-between;min-width:0}.copy{min-width:0;overflow-wrap:anywhere}
.offer .transfer .pairs{grid-template-columns:minmax(0,1fr);gap:0}.offer .transfer dt{font-size:.875rem;line-height:1.25rem}.offer .transfer dd{margin-bottom:.5rem}
.copier{flex:none;min-height:1.75rem;padding:0 .5rem;font:inherit;font-size:.875rem;color:var(--ink-text);background:none;border:1px solid var(--line);border-radius:6px;cursor:pointer}
.code{width:9rem;align-self:start;background:#fff;padding:.5rem;border-radius:6px}.code svg{display:block;width:100%;height:auto}
.files{display:grid;gap:.5rem;list-style:none}
.btn{display:flex;align-items:center;justify-content:center;gap:.5rem;min-height:2.75rem;width:100%;padding:.5rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--text);background:var(--surface);border:1px solid var(--field);border-radius:6px;cursor:pointer}
.btn.primary{color:var(--on-ink);background:var(--ink);border-color:var(--ink)}.btn.primary:hover{background:var(--ink-hover)}
.btn.danger{color:var(--late-text)}
.btn span{font-weight:400;color:var(--muted)}
form{display:grid;gap:1rem}
.field{display:grid;gap:.25rem}
label,legend{font-weight:600;font-size:.9375rem}
fieldset{border:0;margin:0;padding:0;display:grid;gap:.5rem}
.choice{display:flex;gap:.75rem;align-items:start;font-weight:400;min-height:1.75rem}
input[type=text],input[type=email],textarea{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--field);border-radius:6px}
input[type=checkbox],input[type=radio]{width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--ink);flex:none}
.fault{color:var(--late-text);font-size:.875rem}
[aria-invalid=true]{border-color:var(--late)!important}
.act summary{list-style:none}.act summary::-webkit-details-marker{display:none}.act[open]{border:1px solid var(--line);border-radius:10px;padding:1rem;background:var(--surface)}.act[open]>summary{margin-bottom:1rem;justify-content:start;min-height:0;padding:0;border:0;background:none;color:inherit;font-size:1.125rem}.act[open]>summary:hover{background:none}.act form+form{margin-top:1rem}
.pad{width:100%;aspect-ratio:300/96;border:1px solid var(--field);border-radius:6px;background:var(--surface);color:var(--ink-text);touch-action:none;cursor:crosshair}
.notice{padding:.75rem 1rem;border-left:4px solid var(--warn);background:var(--surface)}
.paper{background:var(--surface);border:1px solid var(--line);border-radius:2px;padding:1rem;font-size:.9375rem;line-height:1.375rem;display:grid;gap:1.25rem;min-width:0}
.paper .band{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;border-bottom:3px solid var(--accent);padding-bottom:.75rem}
.paper .band b{font-size:1.25rem}.paper .band span{margin-left:auto;font-weight:600}
.parties{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr))}
.parties div{min-width:0}.parties p{white-space:pre-line}
.facts{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));border-block:1px solid var(--line);padding:.75rem 0}
.facts dt,.label{font-size:.75rem;line-height:1rem;color:var(--muted)}
.wide{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;font-size:.875rem;padding-bottom:.25rem}
th{font-size:.75rem;line-height:1rem;text-align:left;color:var(--muted);font-weight:600;padding:.375rem .5rem .375rem 0;border-bottom:1px solid var(--field);vertical-align:bottom}
td{padding:.5rem .5rem .5rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
.num{text-align:right;white-space:nowrap;padding-right:0;padding-left:.5rem}
.section th{font-size:inherit;line-height:inherit;color:inherit;padding-top:1rem;border-color:var(--line)}.lines .subtotal td{color:var(--muted);font-weight:600}
td small{display:block;color:var(--muted);white-space:pre-line}
.sums{display:grid;gap:.25rem;margin-left:auto;width:min(100%,22rem)}
.sums div{display:flex;justify-content:space-between;gap:1rem}.sums dt{color:var(--muted)}.sums dd{font-variant-numeric:tabular-nums}
.sums .sum,.sums .due{font-weight:600}.sums .sum dt,.sums .due dt{color:var(--text)}.sums .due{border-top:2px solid var(--text);padding-top:.375rem;font-size:1.0625rem}
.mentions{display:grid;gap:.5rem;font-size:.8125rem;line-height:1.125rem;color:var(--muted)}.mentions p{white-space:pre-line}
.portal{max-width:62rem}.portal .head{display:flex;flex-wrap:wrap;gap:1rem;align-items:end}.portal .head .files{margin-left:auto;display:flex;flex-wrap:wrap}.portal .btn{width:auto}.portal caption{font-size:1rem;line-height:1.5rem}.portal td{vertical-align:middle}
.due{display:flex;flex-wrap:wrap;gap:1rem 2.5rem;align-items:center;justify-content:space-between;border-block:1px solid var(--text);padding:1.25rem 0}.due .quiet{font-weight:400}.due .transfer{flex:1 1 100%}@media (min-width:45rem){.due .transfer{grid-template-columns:minmax(0,32rem) auto;justify-content:space-between}.due .transfer>:not(.pairs,.code){grid-column:1/-1}}
.made{padding:2rem 1rem;text-align:center;font-size:.75rem;color:var(--muted)}
.tongues{display:flex;flex-wrap:wrap;gap:.25rem .75rem;list-style:none}.tongues a{display:inline-block;min-height:1.5rem}
@media (min-width:60rem){main.read{grid-template-columns:minmax(0,1fr) 21.5rem;padding-top:2.5rem}.read .offer{order:2;position:sticky;top:1.5rem;align-self:start}.paper{padding:2.5rem 3rem}}
@media (max-width:38rem){.lines .section th{border:0;grid-column:1/-1;padding:.25rem 0 0}.lines thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}.lines tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;border-bottom:1px solid var(--line);padding:.5rem 0}.lines td{border:0;padding:0}.lines td[data-label]:not(.main,.last){grid-column:1;text-align:left;color:var(--muted);font-size:.875rem;white-space:normal}.lines td[data-label]:not(.main,.last)::before{content:attr(data-label) " "}.lines .main{grid-column:1;grid-row:1}.lines .last{grid-column:2;grid-row:1}}
@media print{.offer,.made,.top .push{display:none}body,.paper{background:#fff;border:0}main.read{grid-template-columns:1fr}}
`;
