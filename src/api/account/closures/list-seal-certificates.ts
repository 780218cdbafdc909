import { createHash } from 'node:crypto';
import * as z from 'zod';
import { certificatesOf } from '../../../db/account/signing-certificates.ts';
import { operation } from '../../../pipeline/operation.ts';

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
