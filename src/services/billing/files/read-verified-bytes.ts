import { bytesOf, FileAltered, type KeptFile } from '../../../db/billing/stored-files.ts';
import type { Context } from '../../context.ts';

/**
 * The bytes of a stored file. If they do not match their hash, the request is refused and a
 * security event logged.
 */
export async function readVerifiedBytes(
  context: Pick<Context, 'objects' | 'accountId' | 'actor' | 'securityLog'>,
  kept: KeptFile,
): Promise<Buffer> {
  try {
    return await bytesOf(context, kept);
  } catch (error) {
    const { accountId: account, actor } = context;
    if (error instanceof FileAltered)
      context.securityLog?.({ event: 'file_altered', account, actor, sha256: error.sha256 });
    throw error;
  }
}
