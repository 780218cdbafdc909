import type { RefusalText } from './refusal-text.ts';

/** The same answer for a missing id and for an id of another account: it reveals no foreign ids. */
export const notFound = (noun: string, fr: string, en: string): RefusalText<unknown> => ({
  code: `${noun}.not_found`,
  status: 404,
  title: { fr, en },
  remedy: {
    fr: 'Vérifiez l’identifiant et la clé d’API utilisée : une clé de test ne voit que les données de test.',
    en: 'Check the id and the API key: a test key only sees test data.',
  },
  remedyOnScreen: {
    fr: 'L’élément a peut-être été supprimé, ou il se trouve dans l’autre mode (réel ou test) ou dans un autre compte.',
    en: 'The item may have been deleted, or it is in the other mode (live or test) or in another account.',
  },
});
