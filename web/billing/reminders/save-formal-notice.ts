import { callWithVersion } from '../../client/call.ts';
import { saveBlob } from '../finalized/actions/download.ts';

/** Saves the last formal notice of a document under the service's file name. */
export async function saveFormalNotice(billingId: string): Promise<void> {
  const { answer, fileName } = await callWithVersion('download-formal-notice', { billingId });
  saveBlob(answer, fileName ?? 'mise-en-demeure.pdf');
}
