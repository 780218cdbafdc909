import assert from 'node:assert/strict';
import { test } from 'vitest';
import { BUYER, SELLER, trialInvoice } from '../../test/trial-platform/trial-invoice.ts';
import { cents } from '../domain/money/cents.ts';
import { cdarOf } from '../einvoice/cdar/cdar.ts';
import { messageOfSeller } from '../einvoice/cdar/status-message.ts';
import { ciiOf } from '../einvoice/cii/cii.ts';
import { rehearseDeposits } from './rehearse.ts';

// Rehearsals at a trial platform of their own.

let ids = 0;
const clock = { now: 1_820_000_000, newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}` };
const file = (id: string, made: Parameters<typeof trialInvoice>[0] = {}) => ({
  ...{ id, name: `${id}.xml`, processingRule: 'B2B' as const },
  xml: Buffer.from(ciiOf(trialInvoice({ number: id, ...made }))),
  statuses: [] as Buffer[],
});
const rehearsed = async (...files: ReturnType<typeof file>[]) =>
  [...(await rehearseDeposits({ siren: SELLER, name: 'Atelier Lumen' }, files, clock))].map(([id, faults]) => [
    id,
    ...faults.map(({ code }) => code),
  ]);

test('an invoice arrives at the SIREN of its buyer, and at an address with a suffix', async () => {
  assert.deepEqual(await rehearsed(file('F-1'), file('F-2', { address: `${BUYER}_COMPTA` })), []);
});

test('a broken file, an invoice of another seller and a number used twice fail, each with its code', async () => {
  const broken = { ...file('F-3'), xml: Buffer.from('<Invoice/>') };
  const foreign = file('F-4', { seller: BUYER, buyer: SELLER });
  const twice = [file('F-5'), { ...file('F-5'), id: 'again' }];
  assert.deepEqual(await rehearsed(broken, foreign, ...twice), [
    ['F-3', 'FlowTypeError'],
    ['F-4', 'OtherTechnicalError'],
    ['again', 'AlreadyExistingFlow'],
  ]);
});

test('1,200 € of an invoice of 1,200 € are stated as collected; 2,400 € are more than its total', async () => {
  const collected = (id: string, amount: number) =>
    Buffer.from(
      cdarOf(
        messageOfSeller({
          ...{ id: clock.newId(), invoice: trialInvoice({ number: id }), treatment: 'B2B', currency: 'EUR' },
          ...{ on: '2027-09-14', rates: [{ rate: 2_000, amount: cents(amount) }], now: clock.now },
        }) ?? assert.fail('no buyer'),
      ),
    );
  const right = { ...file('F-6'), statuses: [collected('F-6', 120_000)] };
  const tooMuch = { ...file('F-7'), statuses: [collected('F-7', 240_000)] };
  assert.deepEqual(await rehearsed(right, tooMuch), [['F-7', 'InvoiceLCAmountError']]);
});
