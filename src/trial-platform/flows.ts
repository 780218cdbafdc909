import { empty, json, Refusal, type TrialAnswer } from './answer.ts';
import { isOn } from './faults.ts';
import { flowJson } from './flow-json.ts';
import { SCANNED_FLOWS } from './limits.ts';
import { type FlowSearch, fitting, flowSearch, laterFlowTypes } from './schemas.ts';
import type { TrialFlow } from './store.ts';
import type { Work } from './work.ts';

/** `POST /v1/flows/search`. */
export async function searchFlows(work: Work, client: string, body: unknown): Promise<TrialAnswer> {
  const { limit, cursor, where } = fitting(flowSearch, body);
  const isOld = isOn(work.settings().faults, 'version_1_1');
  const unknown = isOld ? where.flowType?.find((type) => laterFlowTypes.has(type)) : undefined;
  if (unknown) throw new Refusal(400, 'INVALID_FIELD', `where.flowType: version 1.1 has no flow type ${unknown}`);
  if (Object.values(where).every((value) => value === undefined || value.length === 0))
    throw new Refusal(400, 'MISSING_REQUIRED_FIELD', 'where: at least one criterion is required');
  const from = isOld ? 0 : positionOf(cursor);
  const after = Math.max(from, where.updatedAfter === undefined ? 0 : Date.parse(where.updatedAfter));
  const found = await matching(work, client, { where, after, count: limit + 1 });
  const results = found.slice(0, limit);
  const isMore = found.length > limit && !isOld;
  const nextCursor = isMore && cursorOf(results.at(-1)?.position ?? 0);
  return json(200, { limit, ...(nextCursor && { nextCursor }), filters: where, results: results.map(flowJson) });
}

/** The next flows that match, in the order of their last change. */
async function matching(
  { state }: Work,
  client: string,
  { where, after, count }: { where: FlowSearch['where']; after: number; count: number },
): Promise<TrialFlow[]> {
  const fits = (flow: TrialFlow): boolean => flow.position > after && isMatch(flow, where);
  if (where.trackingId !== undefined)
    return (await state.flowsTracked(client, where.trackingId)).filter(fits).slice(0, count);
  const found: TrialFlow[] = [];
  for (let from = after; found.length < count; ) {
    const scanned = await state.flowsAfter(client, from, SCANNED_FLOWS);
    found.push(...scanned.filter(fits));
    if (scanned.length < SCANNED_FLOWS) break;
    from = scanned.at(-1)?.position ?? Infinity;
  }
  return found.slice(0, count);
}

function isMatch(flow: TrialFlow, where: FlowSearch['where']): boolean {
  const isIn = (list: readonly string[] | undefined, value: string) => !list?.length || list.includes(value);
  return (
    (where.updatedBefore === undefined || flow.position < Date.parse(where.updatedBefore)) &&
    isIn(where.processingRule, flow.processingRule) &&
    isIn(where.flowType, flow.flowType) &&
    isIn(where.flowDirection, flow.direction) &&
    (where.trackingId === undefined || where.trackingId === flow.trackingId) &&
    (where.ackStatus === undefined || where.ackStatus === flow.ack.status)
  );
}

const cursorOf = (position: number): string => Buffer.from(`p${position}`).toString('base64url');

function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, position] = /^p(\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (position === undefined) throw new Refusal(400, 'INVALID_FIELD', 'cursor: not one of this platform');
  return Number(position);
}

const DOC_TYPES = ['Metadata', 'Original', 'Converted', 'ReadableView'];

/** `GET /v1/flows/{flowId}?docType=`. */
export async function getFlow(
  { state }: Work,
  client: string,
  { flowId, docType }: { flowId: string; docType: string },
): Promise<TrialAnswer> {
  if (!DOC_TYPES.includes(docType)) throw new Refusal(400, 'INVALID_FIELD', `docType: not ${DOC_TYPES.join(', ')}`);
  const flow = await state.flow(flowId);
  if (!flow || flow.owner !== client) throw new Refusal(404, 'MISSING_RESOURCE', 'There is no such flow.');
  if (docType === 'Metadata') return json(200, flowJson(flow));
  const isThere = docType === 'Original' || (docType === 'ReadableView' && flow.syntax === 'Factur-X');
  const file = isThere ? await state.file(flowId) : undefined;
  if (!file) throw new Refusal(404, 'MISSING_RESOURCE', `This flow has no ${docType}.`);
  const plain = flow.name.replaceAll(/[^\w .()-]/g, '_');
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment;filename="${plain}";filename*=UTF-8''${encodeURIComponent(flow.name.toWellFormed())}`,
  };
  return { ...empty(200), headers, body: file };
}
