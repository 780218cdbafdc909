import { refusalOnTheWire } from '../contract/refusal-on-the-wire.ts';
import type { Rows } from '../contract/refusals/told.ts';
import type { RoadRefusal } from '../contract/road-refusal.ts';
import { roadRefusalOnTheWire } from '../contract/road-refusal-on-the-wire.ts';
import type { Refusal } from '../domain/refusal.ts';
import { type EdgeRefusal, edgeRefusalOnTheWire } from './edge-refusal.ts';

/** The ways the service says no over HTTP: the business's, the road's, the edge's. */
export type AnyRefusal = Refusal | RoadRefusal | EdgeRefusal;
export type AnyRefusalCode = AnyRefusal['refused'];

/** All of them, each with its one row. */
export const everyRefusal: Rows<AnyRefusal> = {
  ...refusalOnTheWire,
  ...roadRefusalOnTheWire,
  ...edgeRefusalOnTheWire,
};
