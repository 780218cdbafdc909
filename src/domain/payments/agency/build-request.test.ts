import assert from 'node:assert/strict';
import { test } from 'vitest';
import { at, EMITTER, invoice, LINE, zone } from '../../../../test/support/stand-ins/agency-invoice.ts';
import { agencyRequestOf } from './build-request.ts';

test('an invoice of two hours of gardening is requested with the amount already paid', () => {
  assert.deepEqual(
    agencyRequestOf(invoice({ asked: { advancePaid: 6_000, advancePaidAt: at('2026-03-05') } }), { zone }),
    {
      ...{ number: 'F-2026-7', issuedOn: '2026-03-31', firstOn: '2026-03-02', lastOn: '2026-03-31' },
      ...{ advance: { amount: 6_000, paidOn: '2026-03-05' }, total: 12_000, net: 10_000 },
      lines: [
        {
          ...{ nature: '70', quantity: 20_000, unit: 'HEURE', unitPrice: 60_000 },
          ...{ total: 12_000, net: 10_000, vat: 2_000, complement2: 'SAP552081317' },
        },
      ],
    },
  );
});

test('only personal services are requested', () => {
  const training = { ...LINE, personalServiceActivity: undefined };
  const { total, lines } = agencyRequestOf(invoice({ lines: [training, LINE] }), { zone });
  assert.deepEqual([total, lines.length], [12_000, 1]);
});

test('the worker is identified by the declaration number, or the SIRET; without either the request fails', () => {
  const worker = (emitter: object) => agencyRequestOf(invoice({ emitter }), { zone }).lines[0]?.complement2;
  assert.equal(worker({ ...EMITTER, sapAgreementNumber: '552081317' }), 'SAP552081317');
  assert.equal(worker({ ...EMITTER, sapAgreementNumber: 'N/120611/F/033/S/046' }), 'SIR55208131766522');
  assert.equal(worker({ siret: EMITTER.siret }), 'SIR55208131766522');
  assert.throws(() => worker({}), /cannot be asked/);
});
