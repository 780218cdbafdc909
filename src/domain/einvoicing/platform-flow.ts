import type { FlowState, StatusReason } from './life-cycle.ts';
import type { FlowSyntax, ProcessingRule } from './platform-connection.ts';

/** A document handed to a platform. Its ID is the `trackingId` there. Times are Unix seconds. */
export type PlatformFlow = {
  readonly id: string;
  readonly test: boolean;
  readonly documentId: string;
  readonly connectionId: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly syntax: FlowSyntax;
  readonly processingRule: ProcessingRule;
  /** The digest of the file, in hex. */
  readonly sha256: string;
  readonly state: FlowState;
  readonly platformId?: string;
  readonly reasons?: readonly StatusReason[];
  readonly createdAt: number;
  readonly submittedAt?: number;
  readonly settledAt?: number;
};
