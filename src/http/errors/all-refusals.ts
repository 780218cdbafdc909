import type { Refusal } from '../../domain/refusal.ts';
import { refusalProblems } from '../../schemas/refusals/all-refusals.ts';
import { pipelineRefusalProblems } from '../../schemas/refusals/pipeline.ts';
import type { PipelineRefusal } from '../../schemas/refusals/pipeline-refusal.ts';
import type { Rows } from '../../schemas/refusals/refusal-text.ts';
import { type HttpRefusal, httpRefusalProblems } from './http-refusal.ts';

/** All refusals over HTTP: from the domain, the request pipeline and the HTTP layer. */
export type AnyRefusal = Refusal | PipelineRefusal | HttpRefusal;
export type AnyRefusalCode = AnyRefusal['refused'];

/** All refusals, one row each. */
export const allRefusals: Rows<AnyRefusal> = {
  ...refusalProblems,
  ...pipelineRefusalProblems,
  ...httpRefusalProblems,
};
