-- Documents with money to give back are few: the home page and lists find them by an index, and read no others.

create index document_overpaid on billing.document (account_id, test)
  where paid_cents > total_cents - deducted_cents - credited_cents;
create index document_free_credit on billing.document (account_id, test)
  where kind = 'credit_note' and parent_id is null and refund_at is null and number is not null;
