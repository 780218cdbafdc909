import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as z from 'zod';
import { AGENCY_ADDRESS } from '../../../../test/support/stand-ins/agency-in-memory.ts';
import { registrationOf as said } from '../../../../test/support/stand-ins/agency-registration.ts';
import { registrationOf } from '../../../domain/payments/agency/agency-registration-data.ts';
import type { AgencyRequest } from '../../../domain/payments/agency/agency-request.ts';
import type { RegistrationInput } from '../../../domain/payments/agency/registration-input.ts';
import type { ProviderQuestion } from '../online/provider-client.ts';
import { agency } from './agency-client.ts';

// Checks what is sent against the published API description: API Tiers de prestation 1.29.1 with
// its members, types, lengths and patterns (api.gouv.fr/les-api/api-tiers-de-prestation). Unknown
// members are refused.

const text = z.string();
const short = (most: number) => text.min(1).max(most);
/** The examples of the API write dates as midnight UTC. */
const day = text.regex(/^\d{4}-\d{2}-\d{2}T00:00:00(\.000)?Z$/);
const name = text.regex(/^\p{L}[\p{L}' -]*\p{L}$|^\p{L}$/u);
const fiveDigits = text.regex(/^\d{5}$/);

const InputParticulierDTO = z.strictObject({
  civilite: z.enum(['1', '2']),
  nomNaissance: name.max(100),
  nomUsage: name.max(100).optional(),
  prenoms: name.max(256),
  dateNaissance: day,
  lieuNaissance: z.strictObject({
    codePaysNaissance: fiveDigits,
    departementNaissance: text.regex(/^[09]\d[\dabAB]$/).optional(),
    communeNaissance: z
      .strictObject({ codeCommune: text.regex(/^\d{3}$/), libelleCommune: short(50).optional() })
      .optional(),
  }),
  numeroTelephonePortable: text.regex(/^(0|\+33)[67]\d{8}$/),
  adresseMail: text.regex(/^[-\w]+(\.[-\w]+)*@[A-Za-z0-9]+([-.][A-Za-z0-9]+)*\.[A-Za-z]+$/),
  adressePostale: z.strictObject({
    numeroVoie: text.regex(/^(?!0$)\d{0,20}$/).optional(),
    lettreVoie: text.max(1).optional(),
    codeTypeVoie: text.regex(/^[0-9A-Za-z]{0,4}$/).optional(),
    libelleVoie: text.max(28).optional(),
    complement: text.max(38).optional(),
    lieuDit: text.max(38).optional(),
    libelleCommune: short(50),
    codeCommune: text.regex(/^\d[\da-bA-B]\d{3}$/),
    codePostal: fiveDigits,
    codePays: fiveDigits,
  }),
  coordonneeBancaire: z.strictObject({
    bic: text.regex(/^[a-zA-Z]{6}[0-9a-zA-Z]{2}([0-9a-zA-Z]{3})?$/),
    iban: text.regex(/^[a-zA-Z]{2}\d{2}[a-zA-Z0-9]{4}\d{7}[a-zA-Z0-9]{0,16}$/).min(18),
    titulaire: short(100),
  }),
});

const InputPrestation = z.strictObject({
  codeActivite: text.optional(),
  codeNature: text,
  quantite: z.number(),
  unite: z.enum(['HEURE', 'FORFAIT']),
  mntUnitaireTTC: z.number(),
  mntPrestationTTC: z.number(),
  mntPrestationHT: z.number(),
  mntPrestationTVA: z.number(),
  dateDebutEmploi: day.optional(),
  dateFinEmploi: day.optional(),
  complement1: text.optional(),
  complement2: text.optional(),
});
const InputDemandePaiement = z.strictObject({
  ...{ idTiersFacturation: text, idClient: text, dateNaissanceClient: day, numFactureTiers: text },
  ...{ dateFacture: day, dateDebutEmploi: day, dateFinEmploi: day },
  ...{ mntAcompte: z.number().optional(), dateVersementAcompte: day.optional() },
  ...{ mntFactureTTC: z.number(), mntFactureHT: z.number() },
  inputPrestations: z.array(InputPrestation),
});
const InputRechercheDemandePaiement = z.strictObject({
  idDemandePaiements: z.array(text).optional(),
  dateDebut: day.optional(),
  dateFin: day.optional(),
});

/** The body of each route. */
const routes: Readonly<Record<string, z.ZodType>> = {
  'POST /atp/v1/tiersPrestations/particulier': InputParticulierDTO,
  'POST /atp/v1/tiersPrestations/demandePaiement': z.array(InputDemandePaiement),
  'POST /atp/v1/tiersPrestations/demandePaiement/rechercher': InputRechercheDemandePaiement,
};

/** Two hours of gardening at 49.995 and a flat rate of 30.00, with a down payment of 20.00. */
const REQUEST = {
  ...{ number: 'F-2026-0001', issuedOn: '2026-03-02', firstOn: '2026-02-02', lastOn: '2026-02-27' },
  advance: { amount: 2_000, paidOn: '2026-02-10' },
  ...{ total: 12_999, net: 10_833 },
  lines: [
    {
      ...{ nature: '20', quantity: 20_000, unit: 'HEURE', unitPrice: 49_995, total: 9_999, net: 8_333, vat: 1_666 },
      ...{ complement1: 'Jardinage', complement2: 'SAP732829320' },
    },
    { nature: '20', quantity: 10_000, unit: 'FORFAIT', unitPrice: 30_000, total: 3_000, net: 2_500, vat: 500 },
  ],
} as unknown as AgencyRequest;
const PARTIES = { customerId: 'c-1', bornOn: '1980-05-17', billingId: '1081234' } as Parameters<
  ReturnType<typeof agency>['send']
>[1];
const REGISTERED = registrationOf(said() as RegistrationInput);
const BORN_ABROAD = { birthPlace: { country: '99139' }, usageName: 'Moreau' };
const ABROAD = registrationOf(said("D'Été-Luz", BORN_ABROAD) as RegistrationInput);

/**
 * A token with unused credentials, and everything the client sends, with the full and the minimal
 * form.
 */
async function sent(clientId: string): Promise<ProviderQuestion[]> {
  const questions: ProviderQuestion[] = [];
  const client = agency(AGENCY_ADDRESS, { clientId, clientSecret: 'secret' }, async (question) => {
    questions.push(question);
    const isToken = question.url.endsWith('/token');
    return { status: isToken ? 200 : 503, text: isToken ? '{"access_token":"t","expires_in":3600}' : '' };
  });
  await client.register(REGISTERED);
  await client.register(ABROAD);
  await client.send(REQUEST, PARTIES);
  const { advance: _, ...plain } = REQUEST;
  await client.send(plain, PARTIES);
  await client.find({ ids: ['r-1'] });
  await client.find({ issuedOn: '2026-03-02' as AgencyRequest['issuedOn'] });
  return questions;
}

const routeOf = ({ method, url }: ProviderQuestion): string => `${method} ${new URL(url).pathname}`;

test('requests to the Urssaf match its published API description in routes, members, types and lengths', async () => {
  const [token, ...questions] = await sent('of-the-body');
  assert.equal(routeOf(token as ProviderQuestion), 'POST /api/oauth/v1/token');
  assert.deepEqual(Object.fromEntries(new URLSearchParams(token?.body)), {
    ...{ grant_type: 'client_credentials', scope: 'homeplus.tiersprestations' },
    ...{ client_id: 'of-the-body', client_secret: 'secret' },
  });
  assert.equal(questions.length, 6);
  for (const question of questions) {
    const schema = routes[routeOf(question)];
    assert.ok(schema, routeOf(question));
    assert.equal(question.headers['authorization'], 'Bearer t');
    const { error } = schema.safeParse(JSON.parse(question.body ?? ''));
    assert.equal(error, undefined, `${routeOf(question)} ${question.body} ${error}`);
  }
  const [first] = JSON.parse(questions[2]?.body ?? '');
  assert.deepEqual(
    [first.mntFactureTTC, first.mntAcompte, first.inputPrestations[0].mntUnitaireTTC, first.dateFacture],
    [129.99, 20, 49.995, '2026-03-02T00:00:00Z'],
  );
  assert.equal(first.inputPrestations[0].quantite * first.inputPrestations[0].mntUnitaireTTC, 99.99);
});

test('control: a body with a missing member, an extra one or another type is detected', async () => {
  const [, ...questions] = await sent('of-the-control');
  const [registration, , [request]] = questions.map(({ body }) => JSON.parse(body ?? ''));
  const spoilt = (body: object, member: string): object[] => [
    Object.fromEntries(Object.entries(body).filter(([name]) => name !== member)),
    { ...body, [member]: { other: 'sort' } },
    { ...body, [`${member}s`]: 'one more' },
  ];
  for (const member of Object.keys(registration))
    for (const body of spoilt(registration, member)) assert.equal(InputParticulierDTO.safeParse(body).success, false);
  const optional = ['mntAcompte', 'dateVersementAcompte'];
  for (const member of Object.keys(request).filter((name) => !optional.includes(name)))
    for (const body of spoilt(request, member)) assert.equal(InputDemandePaiement.safeParse(body).success, false);
  const cents = { ...request, mntFactureTTC: '129.99' };
  assert.equal(InputDemandePaiement.safeParse(cents).success, false);
});
