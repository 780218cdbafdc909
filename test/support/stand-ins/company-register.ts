import type { CallPlatform, PlatformAnswer } from '../../../src/services/einvoicing/call-platform.ts';

type Said = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

const PORT = {
  ...{ siret: '73282932000074', etat_administratif: 'A', nom_commercial: 'AU BON PAIN', complement_adresse: 'BAT B' },
  ...{ numero_voie: '4', indice_repetition: 'BIS', type_voie: 'RUE', libelle_voie: 'DU PORT' },
  ...{ code_postal: '44000', libelle_commune: 'NANTES' },
};
const ANSWER = {
  results: [
    {
      ...{
        siren: '732829320',
        nom_complet: 'BOULANGERIE MARTIN (AU BON PAIN)',
        nom_raison_sociale: 'BOULANGERIE MARTIN',
      },
      ...{ activite_principale: '10.71C', etat_administratif: 'A', siege: PORT },
      matching_etablissements: [
        { ...PORT, siret: '73282932000082', code_postal: '44800', libelle_commune: 'SAINT-HERBLAIN' },
      ],
    },
    {
      ...{ siren: '552081317', nom_complet: 'LEA ROUX', nom_raison_sociale: null, etat_administratif: 'C' },
      siege: {
        ...{ siret: '55208131766522', libelle_voie: '[NON-DIFFUSIBLE]', code_postal: '[NON-DIFFUSIBLE]' },
        libelle_commune: null,
      },
    },
    { nom_complet: 'without a SIREN' },
  ],
  total_results: 240,
};

/** The open company search of the State behind the HTTP client of a service. */
export function companyRegister(platform: { answers: CallPlatform; readonly calm: CallPlatform }) {
  const state: { asked: string[]; answer: Said | 'timeout' } = {
    asked: [],
    answer: { status: 200, headers: {}, body: JSON.stringify(ANSWER) },
  };
  platform.answers = async (question): Promise<PlatformAnswer> => {
    const { host, searchParams } = new URL(question.url);
    if (host !== 'recherche-entreprises.api.gouv.fr') return platform.calm(question);
    state.asked.push(searchParams.get('q') ?? '');
    if (state.answer === 'timeout') throw new Error('The operation was aborted due to timeout');
    return { ...state.answer, body: Buffer.from(state.answer.body) };
  };
  return state;
}
