import * as z from 'zod';
import { checkDigest } from '../../archive/check/digest.ts';
import { recordOfArchive } from '../../db/account/archives.ts';
import { ARCHIVE_END_BYTES } from '../../domain/account/archive.ts';
import { operation } from '../../pipeline/operation.ts';
import { ArchiveCheckForm, ArchiveCheckJson, checkFaultToJson } from '../../schemas/account/archive.ts';
import type { Context } from '../../services/context.ts';

const none = z.object({});

export const checkArchive = operation({
  name: 'check-archive',
  summary: 'Checks that a file is an archive of this account, whole and unchanged since it was made.',
  description: `The file is not sent: only its SHA-256 and its last ${ARCHIVE_END_BYTES} bytes, which contain the signature of all others. They are compared with the keys of the service and with the audit trail. \`facturier verify --archive\` also checks the content, without the service. Nothing is stored.`,
  chapter: 'Closures',
  routes: ['POST /v2/archives/check'],
  scope: 'billing:read',
  path: none,
  query: none,
  body: ArchiveCheckForm,
  success: 200,
  output: ArchiveCheckJson,
  refusals: [],
  example: { size: 1_482_752, sha256: 'a1c3e5f7092b4d6f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f7', end: 'AAAA' },
  async run({ proof }, { size, sha256, end }) {
    if (!proof) throw new Error('this process cannot check archives');
    return {
      // The keys are read from the data folder, without a transaction.
      aside: () => proof.known(),
      after: async ({ tx, language }: Context, { keys }) => {
        const checked = await checkDigest(
          { size, sha256, end: Buffer.from(end, 'base64') },
          { accountId: tx.accountId, test: tx.test, keys, recordOf: (id) => recordOfArchive(tx, id) },
        );
        const { fault, statement, fingerprint, record } = checked;
        return {
          body: {
            isIntact: fault === undefined,
            ...(fault && { fault: checkFaultToJson(fault, language) }),
            ...(statement && {
              archive: { id: statement.id, from: statement.from, to: statement.to, madeAt: statement.madeAt },
              keyFingerprint: fingerprint,
            }),
            ...(record && { recordedAt: record.at, recordedSeq: record.seq }),
          },
        };
      },
    };
  },
});
