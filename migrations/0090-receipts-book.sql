-- The receipts book reads payments by day; few of the other movements of money have an index of
-- their own.

set local search_path = billing, public;

create index payment_by_day on payment (account_id, test, received_on, created_at, id);
-- Money that no document took, or no longer takes.
create index payment_session_kept on payment_session (account_id, test)
  where source <> 'online' or unapplied_cents > 0 or awaited_cents > 0 or returned_cents > 0 or refunded_cents > 0
    or received_cents > 0 and payment_id is null;
create index document_by_refund on document (account_id, test, refund_at) where refund_at is not null;
