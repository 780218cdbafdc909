import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { formatApiKey, SECRET_BYTES } from '../../src/domain/account/api-key.ts';
import { type AttackRequest, jsonRequest, type Target } from './attack-request.ts';
import {
  assistantCalls,
  exports,
  fullLists,
  hostileTables,
  largeFiles,
  largestList,
  longDocuments,
  longPrints,
} from './costly-requests.ts';
import {
  deepNesting,
  hostileNames,
  largestBodies,
  longAddresses,
  longArrays,
  longTexts,
  unknownMembers,
} from './hostile-requests.ts';
import {
  type Field,
  hangingUp,
  idleConnections,
  neverReading,
  pipelined,
  slowSenders,
  stalledHandshakes,
} from './socket-attacks.ts';

/**
 * An attack: requests sent alone once and then concurrently, or open connections. `atOnce` is their
 * number at a time.
 */
export type Attack = {
  readonly name: string;
  readonly atOnce: number;
} & (
  | { readonly shots: (target: Target) => readonly AttackRequest[] }
  | { readonly wage: (target: Target) => (field: Field) => Promise<void> }
);

export const attacks: readonly Attack[] = [
  { name: 'members', atOnce: 100, shots: unknownMembers },
  { name: 'arrays', atOnce: 100, shots: longArrays },
  { name: 'depth', atOnce: 100, shots: deepNesting },
  { name: 'texts', atOnce: 100, shots: longTexts },
  { name: 'names', atOnce: 100, shots: hostileNames },
  { name: 'addresses', atOnce: 100, shots: longAddresses },
  { name: 'largest', atOnce: 100, shots: largestBodies },
  { name: 'documents', atOnce: 100, shots: longDocuments },
  { name: 'lists', atOnce: 100, shots: fullLists },
  { name: 'exports', atOnce: 100, shots: exports },
  { name: 'tables', atOnce: 20, shots: hostileTables },
  { name: 'prints', atOnce: 50, shots: longPrints },
  { name: 'files', atOnce: 120, shots: largeFiles },
  { name: 'assistants', atOnce: 100, shots: assistantCalls },
  { name: 'locks', atOnce: 100, shots: oneDraft },
  { name: 'strangers', atOnce: 100, shots: strangersPages },
  { name: 'logins', atOnce: 100, shots: failedLogins },
  { name: 'unread', atOnce: 100, wage: (target) => neverReading(largestList(target)) },
  { name: 'slow', atOnce: 200, wage: () => slowSenders },
  { name: 'handshakes', atOnce: 500, wage: () => stalledHandshakes },
  { name: 'idle', atOnce: 500, wage: () => idleConnections },
  { name: 'pipelined', atOnce: 20, wage: (target) => pipelined(largestList(target)) },
  {
    name: 'hung up',
    atOnce: 50,
    wage: (target) => hangingUp([largestList(target), ...longPrints(target), ...longDocuments(target)]),
  },
];

/** Plausible keys, each different, and invalid texts. */
function failedLogins(): AttackRequest[] {
  const login = (told: string, key: () => string): AttackRequest => ({
    told: `GET /v2/company/me: ${told}`,
    operation: 'get-me',
    make: () => ({ method: 'GET', path: '/v2/company/me', headers: { authorization: `Bearer ${key()}` } }),
  });
  return [
    login('a key that nobody holds', () =>
      formatApiKey({ accountId: v7(), keyId: v7(), test: false, secret: randomBytes(SECRET_BYTES) }),
    ),
    login('a key of 12 kB', () => 'x'.repeat(12_000)),
  ];
}

/** Public paths without a key: pages, readiness, and unknown ones. */
function strangersPages(): AttackRequest[] {
  const paths = [
    '/openapi.json',
    '/docs',
    '/',
    '/health/ready',
    '/health/live',
    '/mailbox',
    '/nothing',
    '/v2/billings',
  ];
  return paths.map((path) => ({
    told: `GET ${path} without a key`,
    operation: 'page',
    make: () => ({ method: 'GET', path, headers: { authorization: '' } }),
  }));
}

/** Concurrent edits of one draft: each waits for the previous lock. */
function oneDraft({ draftId: id }: Target): AttackRequest[] {
  const edits = [
    ['update-billing-title', 'title', '{"title":"x"}'],
    ['update-billing-lines', 'lines', '{"lines":[]}'],
  ] as const;
  return edits.map(([operation, part, body]) =>
    jsonRequest({
      ...{ told: `PATCH /v2/billing/{id}/${part}: the same draft`, operation },
      ...{ method: 'PATCH', path: `/v2/billing/${id}/${part}`, text: () => body },
    }),
  );
}
