import type { RefusalText } from './refusal-text.ts';

/** Not found, or in another account: the same answer. */
export const notFound = (noun: string, fr: string, en: string): RefusalText<unknown> => ({
  code: `${noun}.not_found`,
  status: 404,
  title: { fr, en },
  remedy: {
    fr: 'Vérifiez l’identifiant et la clé d’API utilisée : une clé de test ne voit que les données de test.',
    en: 'Check the id and the API key: a test key only sees test data.',
  },
  remedyOnScreen: {
    fr: 'Il a peut-être été supprimé, ou il se trouve dans l’autre mode (réel ou test) ou dans un autre compte.',
    en: 'It may have been deleted, or it is in the other mode (live or test) or in another account.',
  },
});
