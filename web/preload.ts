/**
 * The first file of the page, and a small one: while the one all screens stand on is still on its way, it asks for the files of the screen
 * at this address and for what that screen will ask the service. On a slow network these would else come one after another.
 */

/** Files of screens that people begin with, as `preload-plugin.mjs` notes them in the page: by address, and with the words of each language. */
type FirstFiles = Readonly<
  Record<string, { readonly files: readonly string[] } & Readonly<Record<'fr' | 'en', readonly string[]>>>
>;

/** What was asked for and as whom, until `client/begun.ts` takes it. */
export type Begun = {
  readonly account: string | undefined;
  readonly mode: string;
  readonly language: string;
  readonly answer: Promise<Response>;
};

/** What is asked for around every screen, and what the home page asks for besides. */
const AROUND = ['/v2/person', '/v2/dashboard'];
const AT_HOME = '/v2/activity?limit=6';
/** Addresses of those who are not signed in. */
const OUTSIDE = /^\/(connexion|bienvenue|invitation|reinitialiser|nouve\w+-[\w-]+)$/;

const kept = (name: string): string | undefined =>
  sessionStorage.getItem(`facturier.${name}`) ?? localStorage.getItem(`facturier.${name}`) ?? undefined;

const { pathname, search } = location;
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
  link.href = `/${file}`;
  document.head.append(link);
}
if (isInside && pathname === '/') begun.set(AT_HOME, asked(AT_HOME));

function asked(path: string): Begun {
  const account = path === '/v2/person' ? undefined : kept('account');
  const mode = kept('mode') === 'test' ? 'test' : 'live';
  const answer = fetch(path, {
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, */*;q=0.5',
      'accept-language': language,
      'facturier-mode': mode,
      ...(account !== undefined && { 'facturier-account': account }),
    },
  });
  // Who takes it hears of a network that is gone; nobody may.
  answer.catch(() => {});
  return { account, mode, language, answer };
}
