import { words as en } from '../../locales/en/manual.ts';
import { words as fr } from '../../locales/fr/manual.ts';

const languages = { fr, en };
const HEADING = /<h2 id="([^"]*)"[^>]*>(.*?)<\/h2>/g;
const TOC_MIN = 3;

/** The HTML of a page: header with search, side bar, content, headings, neighbours. */
export default function layout({ content, page: { inputPath }, manual }) {
  const source = inputPath.replace(/^\.\//, '');
  const page = manual.pages.find((each) => each.source === source);
  // Not listed in docs/manual.json: the build leaves it out, and a test names it.
  if (!page) return content;
  return document({ page, manual, content, title: page.title, to: (path) => relativeLink(page.path, path) });
}

/** The page for addresses that do not exist. The service replaces `__UP__` by the way to /aide/. */
export function notFoundPage(language, manual) {
  const words = languages[language];
  const { title, said, home } = words.notFound;
  const to = (path) => `__UP__${path}`;
  const start = language === 'en' ? 'en/' : '';
  const content = `<h1>${title}</h1><p>${said}</p><p><a href="${to(start)}">${home}</a></p>`;
  return document({ page: { language, path: undefined }, manual, content, title, to });
}

/** The way from one page to another, both relative to /aide/. It works under any address. */
export function relativeLink(from, to) {
  const up = '../'.repeat(from.split('/').length - 1);
  return `${up}${to}` || './';
}

function document({ page, manual, content, title, to }) {
  const { language, path } = page;
  const words = languages[language];
  const { files, pages, sections } = manual;
  const own = pages.filter((each) => each.language === language);
  const home = language === 'en' ? 'en/' : '';
  const data = {
    ...{ index: to(`search-${language}.json`), root: to(''), theme: words.theme, ...words.themes },
    ...{ copy: words.copy, copied: words.copied, nothing: words.nothing, results: words.results, failed: words.failed },
  };
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${path === home ? words.name : `${escaped(title)} · ${words.name}`}</title>
<link rel="icon" href="${to('../app/icon.svg')}" type="image/svg+xml">
${files.css.map((file) => `<link rel="stylesheet" href="${to(`../${file}`)}">`).join('\n')}
<script src="${to(`../${files.theme}`)}"></script>
<script type="module" src="${to(`../${files.script}`)}"></script>
</head>
<body>
<a class="skip" href="#contenu">${words.skip}</a>
<header ${Object.entries(data)
    .map(([name, value]) => `data-${name}="${escaped(value)}"`)
    .join(' ')}>
<button type="button" class="menu" aria-expanded="false" aria-controls="pages">${ICONS.menu}<span>${words.pages}</span></button>
<a class="brand" href="${to(home)}">${ICONS.mark}<b>Facturier</b> <span>${words.help}</span></a>
<div class="search" role="search">
<label class="screen-reader-only" for="wanted">${words.search}</label>
<input id="wanted" type="search" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="${words.search}">
<div id="results" role="listbox" aria-label="${words.found}" hidden></div>
<p role="status"></p>
</div>
<a class="other" href="${to(otherPath(page, pages))}" lang="${language === 'fr' ? 'en' : 'fr'}" hreflang="${language === 'fr' ? 'en' : 'fr'}">${words.other}</a>
<button type="button" class="theme" aria-label="${words.theme}">${ICONS.theme}</button>
<a class="app" href="${to('../')}">${words.app}</a>
</header>
<div class="columns">
<nav class="pages" id="pages" aria-label="${words.pages}">
${sections
  .map((section) =>
    sectionList(
      words.sections[section],
      own.filter((each) => each.section === section),
      { path, to },
    ),
  )
  .join('\n')}
</nav>
<main id="contenu" tabindex="-1">
<article>
${content}
</article>
${path === undefined ? '' : neighbours(path, own, { words, to })}
</main>
${headings(content, words)}
</div>
</body>
</html>
`;
}

function sectionList(title, pages, { path, to }) {
  if (pages.length === 0) return '';
  const lines = pages.map(
    (each) =>
      `<li><a href="${to(each.path)}"${each.path === path ? ' aria-current="page"' : ''}>${escaped(each.title)}</a></li>`,
  );
  return `<h2>${title}</h2><ul>${lines.join('')}</ul>`;
}

/** The same page in the other language, or its home page. */
function otherPath({ language, path }, pages) {
  const wanted = language === 'fr' ? `en/${path ?? ''}` : (path ?? '').replace(/^en\//, '');
  return pages.some((each) => each.path === wanted) ? wanted : language === 'fr' ? 'en/' : '';
}

function neighbours(path, pages, { words, to }) {
  const nth = pages.findIndex((each) => each.path === path);
  const link = (page, name) =>
    page ? `<a class="${name}" href="${to(page.path)}"><span>${words[name]}</span> ${escaped(page.title)}</a>` : '';
  const links = link(pages[nth - 1], 'previous') + link(pages[nth + 1], 'next');
  return links && `<nav class="neighbours" aria-label="${words.neighbours}">${links}</nav>`;
}

function headings(content, words) {
  const found = [...content.matchAll(HEADING)];
  if (found.length < TOC_MIN) return '';
  const lines = found.map(([, id, text]) => `<li><a href="#${id}">${text.replace(/<[^>]+>/g, '')}</a></li>`);
  return `<nav class="headings" aria-label="${words.onThisPage}"><h2>${words.onThisPage}</h2><ul>${lines.join('')}</ul></nav>`;
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

const icon = (drawn) =>
  `<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${drawn}</svg>`;
const ICONS = {
  mark: icon(
    '<path stroke-width="2.4" d="M5 17V3.5h10.5M5 10.2h5.2"/><circle cx="14.4" cy="10.2" r="1.9" fill="currentColor" stroke="none"/>',
  ),
  menu: icon('<path d="M3 5h14M3 10h14M3 15h14"/>'),
  theme: icon('<circle cx="10" cy="10" r="6.5"/><path fill="currentColor" d="M10 3.5a6.5 6.5 0 0 1 0 13z"/>'),
};
