/**
 * First and smallest script of the page: while the main script loads, it requests the files and the
 * data of the current screen. On a slow network they would otherwise load one after another.
 */

/**
 * Files of the entry screens, written into the page by `preload-plugin.mjs`: by path, with the
 * texts per language.
 */
type FirstFiles = Readonly<
  Record<string, { readonly files: readonly string[] } & Readonly<Record<'fr' | 'en', readonly string[]>>>
>;

/** The preloaded requests and their identity, until `client/preloaded.ts` takes them. */
export type Begun = {
  readonly account: string | undefined;
  readonly mode: string;
  readonly language: string;
  readonly answer: Promise<Response>;
};

/** Requests of every screen, and of the home page. */
const AROUND = ['/v2/person', '/v2/dashboard'];
const AT_HOME = '/v2/activity?limit=6';
/** Paths of signed-out users. */
const OUTSIDE = /^\/(connexion|bienvenue|invitation|reinitialiser|nouve\w+-[\w-]+)$/;

const kept = (name: string): string | undefined =>
  sessionStorage.getItem(`facturier.${name}`) ?? localStorage.getItem(`facturier.${name}`) ?? undefined;

/** The path of PUBLIC_URL, written into the page by the service. */
const base = document.documentElement.dataset.path ?? '';
const pathname = location.pathname.slice(base.length) || '/';
const { search } = location;
const begun = new Map<string, Begun>();
Object.assign(globalThis, { facturierBegun: begun });

const said = new URLSearchParams(search).get('langue') ?? kept('language') ?? navigator.language.toLowerCase();
const language = said.startsWith('en') ? 'en' : 'fr';
const isInside = kept('signedIn') !== undefined && !OUTSIDE.test(pathname);
if (isInside) for (const path of AROUND) begun.set(path, asked(path));

const noted = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}') as FirstFiles;
const first = noted[pathname];
for (const file of first ? [...first.files, ...first[language]] : []) {
  const link = document.createElement('link');
  link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
  if (file.endsWith('.css')) link.as = 'style';
  link.crossOrigin = '';
  link.href = `${base}/${file}`;
  document.head.append(link);
}
if (isInside && pathname === '/') begun.set(AT_HOME, asked(AT_HOME));

function asked(path: string): Begun {
  const account = path === '/v2/person' ? undefined : kept('account');
  const mode = kept('mode') === 'test' ? 'test' : 'live';
  const answer = fetch(base + path, {
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, */*;q=0.5',
      'accept-language': language,
      'facturier-mode': mode,
      ...(account !== undefined && { 'facturier-account': account }),
    },
  });
  // Network errors are handled by the code that takes the response, if any.
  answer.catch(() => {});
  return { account, mode, language, answer };
}
