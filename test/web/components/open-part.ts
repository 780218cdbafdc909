import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_FLAGS } from '../chromium.ts';

const ADDRESS = 'https://parts.example';
const PAGE = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>parts</title>
<link rel="stylesheet" href="/parts.css"></head><body><div id="app"></div>
<script type="module" src="/parts.js"></script></body></html>`;
const TYPES: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript', woff2: 'font/woff2' };
/** Milliseconds a page waits for an expected element: other tests run at the same time. */
const PATIENCE_MS = 60_000;

export type PartOptions = {
  /** Window width in pixels; 1280 if undefined. */
  readonly width?: number;
  /** Answers to `GET` requests, by path. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The test changes the page itself, such as its clock: no other test uses it. */
  readonly isOwnPage?: boolean;
};

/** Opens a page that shows one component of `part-page.tsx` and calls `check` with it. */
export type OpenPart = (name: string, check: (page: Page) => Promise<void>, options?: PartOptions) => Promise<void>;

/** The components, built once with Vite and served to pages of one browser without a server. */
export async function openParts(chromiumPath: string): Promise<{ open: OpenPart; close: () => Promise<void> }> {
  const files = await builtFiles();
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_FLAGS });
  // A new page costs more than a component: a page that passed its test is used again.
  const idle: Opened[] = [];
  const take = async (width: number): Promise<Opened> => {
    const at = idle.findIndex((each) => each.width === width);
    return idle.splice(at, at < 0 ? 0 : 1)[0] ?? opened(browser, files, width);
  };
  const open: OpenPart = async (name, check, { width = 1280, answers = {}, isOwnPage = false } = {}) => {
    const part = isOwnPage ? await opened(browser, files, width) : await take(width);
    part.answers = answers;
    try {
      await part.page.goto(`${ADDRESS}/?part=${name}`);
      await part.page.locator('main').waitFor();
      await check(part.page);
      if (part.errors.length > 0) throw new Error(`${name}: ${part.errors.join('\n')}`);
    } catch (error) {
      await part.page.close();
      throw error;
    }
    if (isOwnPage) await part.page.close();
    else idle.push(part);
  };
  return { open, close: () => browser.close() };
}

type Files = ReadonlyMap<string, string | Buffer>;

async function builtFiles(): Promise<Files> {
  const built = await build({
    root: fileURLToPath(new URL('../../../web/', import.meta.url)),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fileURLToPath(new URL('part-page.tsx', import.meta.url)),
        output: { entryFileNames: 'parts.js', assetFileNames: ({ names }) => assetName(names[0] ?? '') },
        onLog: (level, log, handler) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handler(level, log),
      },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  return new Map(
    outputs.flatMap((each) =>
      'output' in each
        ? each.output.map((file): [string, string | Buffer] => [
            `/${file.fileName}`,
            file.type === 'chunk' ? file.code : Buffer.from(file.source),
          ])
        : [],
    ),
  );
}

const assetName = (name: string): string => (name.endsWith('.css') ? 'parts.css' : 'assets/[name]-[hash][extname]');

/** A page for one component after the other, with the errors of its scripts. */
type Opened = {
  readonly page: Page;
  readonly width: number;
  readonly errors: readonly string[];
  answers: Readonly<Record<string, unknown>>;
};

async function opened(browser: Browser, files: Files, width: number): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, locale: 'fr-FR' });
  page.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const part: Opened = { page, width, errors, answers: {} };
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = files.get(pathname);
    if (file !== undefined) {
      const contentType = TYPES[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      await route.fulfill({ body: file, contentType });
    } else if (pathname in part.answers) await route.fulfill({ json: part.answers[pathname] });
    else await route.fulfill({ body: PAGE, contentType: 'text/html' });
  });
  return part;
}
