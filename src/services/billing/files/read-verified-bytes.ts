import { bytesOf, FileAltered, type KeptFile } from '../../../db/billing/stored-files.ts';
import type { Context } from '../../context.ts';

/** The bytes of a kept file for whoever asks. Where they are not those that were kept nobody gets them, and it is noted. */
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
