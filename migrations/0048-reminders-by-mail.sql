-- Reminders are mails of their own: told apart from what else is sent about a document, for what becomes of them is asked.

set local search_path = billing, public;

alter table mail drop constraint mail_purpose_check;
alter table mail add constraint mail_purpose_check
  check (purpose in ('document', 'reminder', 'trial', 'signature', 'notice'));
