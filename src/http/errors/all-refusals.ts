import type { Refusal } from '../../domain/refusal.ts';
import { refusalOnTheWire } from '../../schemas/refusals/all-refusals.ts';
import { roadRefusalOnTheWire } from '../../schemas/refusals/pipeline.ts';
import type { RoadRefusal } from '../../schemas/refusals/pipeline-refusal.ts';
import type { Rows } from '../../schemas/refusals/refusal-text.ts';
import { type EdgeRefusal, edgeRefusalOnTheWire } from './http-refusal.ts';

/** The ways the service says no over HTTP: the business's, the road's, the edge's. */
export type AnyRefusal = Refusal | RoadRefusal | EdgeRefusal;
export type AnyRefusalCode = AnyRefusal['refused'];

/** All of them, each with its one row. */
export const everyRefusal: Rows<AnyRefusal> = {
  ...refusalOnTheWire,
  ...roadRefusalOnTheWire,
  ...edgeRefusalOnTheWire,
};
