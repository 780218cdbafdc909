-- Tables, triggers and functions that only versions before the baseline used.

set local search_path = billing, public;

drop trigger to_one_queue on mail;
drop table attempt;
drop table delivery;
drop table mail_attempt;

drop function queue_former_delivery();
drop function queue_former_mail();
drop function claim_deliveries(boolean, bigint, int, int, int, uuid[], int[], uuid, uuid);
drop function settle_deliveries(text, bigint, bigint);
drop function claim_mails(bigint, int, int, int, uuid);
drop function books_to_close(bigint, uuid, boolean, int);
drop function chains_to_note(uuid, boolean, int);
drop function chain_heads_known();
drop function chain_moved_on();
drop function chain_moved_on(bigint);
drop function forget_answers(bigint);
drop function forget_events(bigint);
drop function forget_day_counts(date);
drop function forget_mails(bigint, bigint);
drop function forget_files(bigint);
