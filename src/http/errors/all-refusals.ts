import type { Refusal } from '../../domain/refusal.ts';
import { refusalProblems } from '../../schemas/refusals/all-refusals.ts';
import { pipelineRefusalProblems } from '../../schemas/refusals/pipeline.ts';
import type { PipelineRefusal } from '../../schemas/refusals/pipeline-refusal.ts';
import type { Rows } from '../../schemas/refusals/refusal-text.ts';
import { type HttpRefusal, httpRefusalProblems } from './http-refusal.ts';

/** The ways the service says no over HTTP: the business's, the road's, the edge's. */
export type AnyRefusal = Refusal | PipelineRefusal | HttpRefusal;
export type AnyRefusalCode = AnyRefusal['refused'];

/** All of them, each with its one row. */
export const allRefusals: Rows<AnyRefusal> = {
  ...refusalProblems,
  ...pipelineRefusalProblems,
  ...httpRefusalProblems,
};
