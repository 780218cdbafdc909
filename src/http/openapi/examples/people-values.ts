const PERSON_ID = '01890a5c-1f60-7b2c-9d3e-4f5a6b7c8d9e';

/** Example values for accounts, members and sessions. */
export const peopleExampleValues: Readonly<Record<string, unknown>> = {
  'person.id': PERSON_ID,
  'person.name': 'Zoé Martin',
  'person.email': 'zoe@exemple.fr',
  'newEmail.email': 'zoe@atelier-martin.fr',
  'PersonOfAccount.id': PERSON_ID,
  'PersonOfAccount.name': 'Zoé Martin',
  'PersonOfAccount.email': 'zoe@exemple.fr',
  'billings.number': 'F-2026-0071',
  'billings.amount': 120_000,
  'account.name': 'Atelier Zoé Martin',
  'accounts.id': '01890a5c-0e5f-7a1b-8c2d-3e4f5a6b7c8d',
  'accounts.name': 'Atelier Zoé Martin',
  invitedBy: PERSON_ID,
  'OwnKey.accountId': '01890a5c-0e5f-7a1b-8c2d-3e4f5a6b7c8d',
  'OwnKey.account': 'Atelier Zoé Martin',
  webhooksTo: '01890a5c-2a70-7c3d-8e4f-5a6b7c8d9e0f',
  rawId: 'q83vEjRWeJCrze8SNFZ4kA',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  signature: 'MEUCIQDGkVmG5d4UeBz0zpHW0Hc9hZ3hqJvZc0hTtQ',
  userHandle: 'MDE4OTBhNWMtMWY2MC03YjJjLTlkM2UtNGY1YTZiN2M4ZDll',
  challenge: 'Y2hhbGxlbmdlIG9mIGEgcGFzc2tleQ',
};
