import { createHash } from 'node:crypto';
import * as z from 'zod';
import { findClosure, listClosures as readClosures, sha256OfClosure } from '../../db/account/closures.ts';
import { certificatesOf } from '../../db/account/signing-certificates.ts';
import { periodKinds } from '../../domain/account/closure/period.ts';
import { operation } from '../../pipeline/operation.ts';
import { ClosureJson, closureToJson } from '../../schemas/account/closure.ts';
import { textIn } from '../../schemas/bilingual-text.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { cursor, writeCursor } from '../../schemas/lists/cursor.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { closeBooks } from '../../services/account/close-books.ts';
import { faultText } from '../../services/account/verification-texts.ts';
import { runChainVerification } from '../../services/account/verify-chains.ts';

export const listClosures = operation({
  name: 'list-closures',
  summary: 'List the closures of the books, the latest period first: days, months and years with their totals.',
  description:
    'Periods are closed automatically soon after they end (CGI art. 286 I 3° bis). A period without bills or payments has no closure. A live key lists the closures of live mode, a test key those of test mode.',
  chapter: 'Closures',
  routes: ['GET /v2/closures'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({
    ...listing,
    kind: worded(periodKinds).optional(),
    from: day.optional().meta({ description: 'Periods that begin on this day or later.' }),
    to: day.optional().meta({ description: 'Periods that begin on this day or before.' }),
    cursor: cursor(z.object({ startsOn: z.iso.date(), id: z.uuid() })).optional(),
  }),
  body: z.object({}),
  success: 200,
  output: pageSchema(ClosureJson),
  refusals: [],
  run: async ({ tx, test }, { kind, from, to, page, limit, cursor }) => {
    const place = cursor && ({ by: 'startsOn', direction: 'DESC', after: cursor.startsOn, id: cursor.id } as const);
    const { closures, total, next } = await readClosures(tx, { test, kind, from, to, page, limit, place });
    return {
      body: pageJson({
        docs: closures.map((closure) => closureToJson(closure, sha256OfClosure(closure))),
        total,
        limit,
        page: cursor ? undefined : page,
        nextCursor: next && writeCursor({ startsOn: next.after, id: next.id }),
      }),
    };
  },
});

export const getClosure = operation({
  name: 'get-closure',
  summary: 'Read one closure of the books.',
  chapter: 'Closures',
  routes: ['GET /v2/closures/{closureId}'],
  scope: 'billing:read',
  path: z.object({ id: idOr('closure_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: ClosureJson,
  refusals: ['closure_not_found'],
  run: async ({ tx }, { id }) => {
    const closure = await findClosure(tx, id);
    if (!closure) return { refused: 'closure_not_found' };
    return { body: closureToJson(closure, sha256OfClosure(closure)) };
  },
});

export const makeClosures = operation({
  name: 'make-closures',
  summary: 'Close the periods that are over and not closed yet, without waiting for the automatic closure.',
  description:
    'The oldest periods are closed first, and a day before its month. The current day, month and year stay open until they end. A closed period is never reopened: later records belong to the period in which they are made. You can repeat the call safely.',
  chapter: 'Closures',
  routes: ['POST /v2/closures'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({
    docs: z.array(ClosureJson).meta({ description: 'The closures made by this call, in order.' }),
    hasMore: z.boolean().meta({ description: 'Whether more periods are to be closed: call again.' }),
  }),
  refusals: [],
  run: async (context) => {
    const { made, more } = await closeBooks(context, context.test);
    return { body: { docs: made.map((closure) => closureToJson(closure, sha256OfClosure(closure))), hasMore: more } };
  },
});

/** Findings returned per request; more would not add information. */
const FINDINGS_TOLD_MAX = 100;

const VerificationJson = z
  .object({
    intact: z.boolean().meta({ description: 'No fault was found.' }),
    verifiedAt: z.int().meta({ description: 'Unix seconds.' }),
    links: z.int().meta({ description: 'Entries of the audit trail that were verified, live and test.' }),
    documents: z.int(),
    payments: z.int(),
    closures: z.int(),
    files: z.int(),
    findings: z
      .array(
        z
          .object({
            fault: z.string().meta({ description: 'The code of the fault.' }),
            message: z.string(),
            mode: z.enum(['live', 'test']).optional(),
            link: z.int().optional().meta({ description: 'The position of the entry in its audit trail.' }),
            number: z.string().optional().meta({ description: 'The official number of the document concerned.' }),
          })
          .meta({ id: 'AuditFinding' }),
      )
      .meta({ description: `The faults found, the first ${FINDINGS_TOLD_MAX}.` }),
  })
  .meta({ id: 'AuditVerification' });

export const verifyAuditChain = operation({
  name: 'verify-audit-chain',
  summary:
    'Verifies the audit trail of the account and everything it protects: documents, numbers, payments, closures, files.',
  description:
    'Runs `facturier verify` for one account, in live and test mode, while the account can be used. A verification that takes longer than a minute is refused and must be run on the command line.',
  chapter: 'Closures',
  routes: ['GET /v2/audit-chain/verification'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: VerificationJson,
  limiter: 'exports',
  refusals: ['chain_too_long'],

  async run(context) {
    return {
      aside: () => runChainVerification(context),
      after: async ({ now, language }, verified: Awaited<ReturnType<typeof runChainVerification>>) => {
        if ('refused' in verified) return verified;
        const { links, documents, payments, closures, files, findings } = verified;
        return {
          body: {
            ...{ intact: findings.length === 0, verifiedAt: now, links, documents, payments, closures, files },
            findings: findings.slice(0, FINDINGS_TOLD_MAX).map(({ fault, mode, seq, number }) => ({
              ...{ fault, message: textIn(faultText[fault], language), mode, link: seq, number },
            })),
          },
        };
      },
    };
  },
});

const SealCertificateJson = z
  .object({
    name: z.string().meta({ description: 'The name in signed documents.' }),
    siren: z.string().optional(),
    mode: z.enum(['live', 'test']),
    fingerprint: z.string().meta({ description: 'SHA-256 of the certificate (DER), in hexadecimal.' }),
    createdAt: z.int().meta({ description: 'Unix seconds.' }),
  })
  .meta({ id: 'SealCertificate' });

export const listSealCertificates = operation({
  name: 'list-seal-certificates',
  summary: 'Lists the certificates with which the account seals electronically signed files, newest first.',
  description:
    'A certificate is created with the first signed file, and again when the name or the SIREN changes. Send the fingerprint to your customers separately from the file, so that they can check the seal: `facturier verify --pdf FILE --trust FINGERPRINT`.',
  chapter: 'Closures',
  routes: ['GET /v2/audit-chain/certificates'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: z.object({ certificates: z.array(SealCertificateJson) }).meta({ id: 'SealCertificates' }),
  refusals: [],
  async run({ tx }) {
    const seals = await certificatesOf(tx);
    return {
      body: {
        certificates: seals.map(({ name, siren, test, certificate, createdAt }) => ({
          ...{ name, ...(siren !== null && { siren }), mode: test ? ('test' as const) : ('live' as const), createdAt },
          fingerprint: createHash('sha256').update(certificate).digest('hex'),
        })),
      },
    };
  },
});
