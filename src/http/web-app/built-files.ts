import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built web app. */
export type BuiltWeb = {
  /** The page; `__NONCE__` is replaced in each response. */
  readonly page: () => Promise<string>;
  /** A file of the page in the smallest accepted encoding; undefined if the name is unknown. */
  readonly find: (name: string, acceptEncoding: string) => Promise<WebFile | undefined>;
  /** A file of the manual by its path below /aide/: `start/install`, `search-fr.json`. */
  readonly findInManual: (path: string, acceptEncoding: string) => Promise<WebFile | undefined>;
};

type WebFile = {
  readonly path: string;
  readonly mediaType: string;
  readonly encoding?: 'br' | 'gzip';
  /** The name contains a content hash, so the file never changes. */
  readonly isForGood: boolean;
};

const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
/** The folder that `npm run dev` rebuilds. */
const WATCHED = 'dev';

/** The web app the launcher built last; undefined if there is none. */
export function builtWeb(): BuiltWeb | undefined {
  // Set by the launcher if it could not write next to the program.
  const elsewhere = process.env.FACTURIER_PAGES;
  if (elsewhere && existsSync(join(elsewhere, 'index.html'))) return builtWebIn(elsewhere);
  const name = existsSync(join(BUILT, 'current')) ? readFileSync(join(BUILT, 'current'), 'utf8').trim() : undefined;
  if (!name || (name !== WATCHED && !existsSync(join(BUILT, name, 'index.html')))) return undefined;
  return builtWebIn(join(BUILT, name), { changing: name === WATCHED });
}

/** The web app in a folder. Names are looked up in a list, so that paths cannot escape it. */
export function builtWebIn(folder: string, { changing = false } = {}): BuiltWeb {
  const list = (): ReadonlySet<string> => new Set(readdirSync(join(folder, 'app')));
  const readPage = (): Promise<string> => readFile(join(folder, 'index.html'), 'utf8');
  const listManual = (): ReadonlySet<string> => {
    const manual = join(folder, 'aide');
    if (!existsSync(manual)) return new Set();
    return new Set(
      readdirSync(manual, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')),
    );
  };
  const names = changing ? undefined : list();
  const manualNames = changing ? undefined : listManual();
  const page = changing ? undefined : readPage();
  return {
    page: () => page ?? readPage(),
    find: async (name, acceptEncoding) => fileIn(join(folder, 'app'), names ?? list(), { name, acceptEncoding }),
    findInManual: async (path, acceptEncoding) => {
      const known = manualNames ?? listManual();
      const isHome = path === '' || path.endsWith('/');
      const name = isHome ? `${path}index.html` : known.has(`${path}.html`) ? `${path}.html` : path;
      return fileIn(join(folder, 'aide'), known, { name, acceptEncoding });
    },
  };
}

function fileIn(
  folder: string,
  known: ReadonlySet<string>,
  { name, acceptEncoding }: { name: string; acceptEncoding: string },
): WebFile | undefined {
  const mediaType = mediaTypes[extname(name)];
  if (!mediaType || !known.has(name)) return undefined;
  const form = FORMS.find(({ encoding, suffix }) => takes(acceptEncoding, encoding) && known.has(name + suffix));
  return {
    path: join(folder, name + (form?.suffix ?? '')),
    mediaType,
    isForGood: HASHED.test(name),
    ...(form && { encoding: form.encoding }),
  };
}

const FORMS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

const HASHED = /-[\w-]{8}\.\w+$/;

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

/** Whether an encoding is accepted, with a weight above zero. */
export const takes = (acceptEncoding: string, encoding: string): boolean =>
  acceptEncoding.split(',').some((range) => {
    const [name, ...parameters] = range.trim().toLowerCase().split(';');
    return name === encoding && !parameters.some((each) => /^\s*q=0(\.0*)?$/.test(each));
  });
