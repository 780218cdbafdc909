import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Eleventy from '@11ty/eleventy';
import MiniSearch from 'minisearch';
import { withNoBreakSpaces } from '../../locales/non-breaking-spaces.ts';
import { notFoundPage, relativeLink } from './layout.11ty.mjs';
import { searchOptions } from './manual-search.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
/** Where links lead whose target is not a page of the manual. */
const REPOSITORY = 'https://github.com/facturier/facturier/blob/main/';
const PICTURES = 'docs/screens';
const LANGUAGES = ['fr', 'en'];
/** Characters of a part that the list of results shows. */
const SHOWN_LENGTH = 140;

/**
 * Builds the pages of docs/fr and docs/en into the folder `aide`, with a search index for each
 * language. `files` are the script, theme script and style sheets of the pages.
 */
export async function buildManual(into, files) {
  const manual = { ...manualPages(), files };
  const built = await render(manual);
  const pictures = new Set();
  for (const { page, content } of built) {
    for (const [, picture] of content.matchAll(/<img src="(?:\.\.\/)*pictures\/([^"]+)"/g)) pictures.add(picture);
    await write(join(into, pathOfFile(page.path)), content);
  }
  for (const language of LANGUAGES) {
    await write(join(into, `404-${language}.html`), notFoundPage(language, manual));
    const index = new MiniSearch(searchOptions);
    for (const { page, content } of built.filter(({ page }) => page.language === language))
      index.addAll(partsOf(page, content));
    await write(join(into, `search-${language}.json`), JSON.stringify(index));
  }
  for (const picture of pictures) {
    const copy = join(into, 'pictures', picture);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(PROJECT, PICTURES, picture), copy);
  }
}

/** The pages in the order of docs/manual.json, after the home page of each language. */
export function manualPages() {
  const listed = JSON.parse(readFileSync(join(PROJECT, 'docs/manual.json'), 'utf8'));
  const pages = LANGUAGES.flatMap((language) => {
    const start = language === 'fr' ? '' : 'en/';
    const of = (section, name) => ({
      ...{ language, section, path: `${start}${section && `${section}/`}${name === 'index' ? '' : name}` },
      source: section ? `docs/${language}/${section}/${name}.md` : `docs/${language}/index.md`,
    });
    const inSections = Object.entries(listed).flatMap(([section, names]) => names.map((name) => of(section, name)));
    return [of('', 'index'), ...inSections];
  });
  const written = pages.filter(({ source }) => existsSync(join(PROJECT, source)));
  return { sections: Object.keys(listed), pages: written.map((page) => ({ ...page, title: titleOf(page) })) };
}

function titleOf({ source, language }) {
  const title = /^# (.*)$/m.exec(readFileSync(join(PROJECT, source), 'utf8'))?.[1] ?? source;
  return language === 'fr' ? withNoBreakSpaces(title) : title;
}

async function render(manual) {
  const eleventy = new Eleventy('docs', 'aide', {
    quietMode: true,
    config: (config) => {
      config.setUseGitIgnore(false);
      config.setTemplateFormats(['md']);
      config.setIncludesDirectory('../web/app/manual');
      config.ignores.add('docs/*.md');
      for (const folder of ['decisions', 'interface', 'legal', 'operating', 'rules', 'security'])
        config.ignores.add(`docs/${folder}`);
      config.addGlobalData('manual', manual);
      config.addGlobalData('layout', 'layout.11ty.mjs');
      config.addGlobalData('eleventyComputed', {
        // Without it, code such as {{ name }} in a page would be a template.
        templateEngineOverride: () => 'md',
        permalink: ({ page }) => `/${page.inputPath.replace(/^\.\//, '').replace(/\.md$/, '.html')}`,
      });
      config.amendLibrary('md', (markdown) => adaptMarkdown(markdown, manual));
    },
  });
  eleventy.disableLogger();
  const rendered = await eleventy.toJSON();
  return rendered.flatMap(({ inputPath, content }) => {
    const page = manual.pages.find(({ source }) => source === inputPath.replace(/^\.\//, ''));
    return page ? [{ page, content }] : [];
  });
}

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (text) =>
  text
    .replace(/\]\([^)]*\)/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Links and pictures of the sources lead to the built pages; tables have no inline styles. */
function adaptMarkdown(markdown, manual) {
  markdown.set({ html: false, typographer: false });
  markdown.core.ruler.push('manual', ({ tokens, env }) => {
    const source = env.page.inputPath.replace(/^\.\//, '');
    const page = manual.pages.find((each) => each.source === source);
    if (!page) return;
    const used = new Map();
    for (const [nth, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const anchor = anchorOf(tokens[nth + 1].content);
      const times = used.get(anchor) ?? 0;
      used.set(anchor, times + 1);
      token.attrSet('id', times === 0 ? anchor : `${anchor}-${times}`);
    }
    // An empty cell heads nothing.
    for (const [nth, { type }] of tokens.entries())
      if (type === 'th_open' && tokens[nth + 1].content === '') tokens[nth].tag = tokens[nth + 2].tag = 'td';
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      if (token.type === 'link_open') token.attrSet('href', hrefOf(token.attrGet('href'), page, manual.pages));
      if (token.type === 'image') adaptPicture(token, page);
      if (/^t[hd]_open$/.test(token.type)) adaptCell(token);
      if (token.type === 'text' && page.language === 'fr') token.content = withNoBreakSpaces(token.content);
    }
  });
  markdown.renderer.rules.table_open = () => '<div class="table"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
}

function hrefOf(href, page, pages) {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [file, anchor] = href.split('#');
  const wanted = join(dirname(page.source), decodeURI(file));
  const target = pages.find(({ source }) => source === wanted);
  const end = anchor === undefined ? '' : `#${anchor}`;
  return target ? `${relativeLink(page.path, target.path)}${end}` : `${REPOSITORY}${wanted}${end}`;
}

function adaptPicture(token, page) {
  const name = relative(PICTURES, join(dirname(page.source), token.attrGet('src')));
  token.attrSet('src', relativeLink(page.path, `pictures/${name}`));
  token.attrSet('loading', 'lazy');
  const size = sizeOfPng(join(PROJECT, PICTURES, name));
  if (size) for (const [attribute, value] of Object.entries(size)) token.attrSet(attribute, String(value));
}

/** Width and height from the header of a PNG, so that nothing moves when the picture arrives. */
function sizeOfPng(path) {
  if (!path.endsWith('.png') || !existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function adaptCell(token) {
  const alignment = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1];
  if (!alignment) return;
  token.attrs = token.attrs.filter(([name]) => name !== 'style');
  token.attrJoin('class', alignment);
}

/** The parts of a page for the search: what stands under each heading. */
function partsOf(page, html) {
  const article = html.slice(html.indexOf('<article>'), html.indexOf('</article>'));
  const [first, ...others] = article.split(/(?=<h[23] id=)/);
  return [first, ...others].flatMap((part, nth) => {
    const [, anchor = '', heading = ''] = /^<h[23] id="([^"]*)"[^>]*>(.*?)<\/h[23]>/.exec(part) ?? [];
    const text = textOf(part.replace(/<h[1-3].*?<\/h[1-3]>/, ''));
    if (nth > 0 && text === '') return [];
    return [
      {
        id: anchor ? `${page.path}#${anchor}` : page.path,
        page: page.title,
        heading: heading ? textOf(heading) : page.title,
        text,
        shown: text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text,
      },
    ];
  });
}

const textOf = (html) =>
  html
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_whole, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name])
    .replace(/\s+/g, ' ')
    .trim();

const pathOfFile = (path) => (path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`);

/**
 * Writes a text file and its compressed form. Brotli would be a twentieth smaller, but take most of
 * the time of the build: it allocates megabytes for each file.
 */
async function write(path, text) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
}
