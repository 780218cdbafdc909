import * as z from 'zod';
import {
  type AccountDeletion,
  DELETION_WAIT_DAYS,
  deletionStates,
  RECORDS_KEPT_YEARS,
} from '../../domain/account/deletion.ts';

/** The requested deletion of an account. */
export const AccountDeletionJson = z
  .strictObject({
    state: z.enum(deletionStates).meta({
      description:
        'waiting: it can be canceled; clearing: what the law does not keep is being erased; kept: the records are locked until their term; erasing, erased.',
    }),
    requestedAt: z.int().meta({ description: 'Unix seconds.', example: 1_772_442_600 }),
    dueAt: z.int().meta({
      description: `Unix seconds, ${DELETION_WAIT_DAYS} days after the request: until then everything works and the deletion can be canceled.`,
      example: 1_775_034_600,
    }),
  })
  .meta({ id: 'AccountDeletion' });

export const deletionToJson = ({ state, askedAt, dueAt }: AccountDeletion): z.input<typeof AccountDeletionJson> => ({
  state,
  requestedAt: askedAt,
  dueAt,
});

/** Whether the account is being deleted, and what the law would keep of it. */
export const AccountDeletionStateJson = z
  .object({
    deletion: AccountDeletionJson.nullable().meta({ description: 'Null unless the deletion was requested.' }),
    recordsKeptUntil: z
      .string()
      .nullable()
      .meta({
        format: 'date',
        example: '2036-12-31',
        description: `The last day on which the finalized documents and books are kept, locked: ${RECORDS_KEPT_YEARS} years after the end of the year of the newest one (C. com. art. L123-22). Null if there are none: everything is erased.`,
      }),
  })
  .meta({ id: 'AccountDeletionState' });
