-- Stored files, links and signatures of customers, and mail. Bytes are stored under their SHA-256,
-- so equal files are stored once and can be compared with the audit chain.

set local search_path = billing, public;

create table file (
  account_id uuid references account,
  sha256 bytea check (octet_length(sha256) = 32),
  -- Null if an object store keeps them (FILES_URL).
  bytes bytea,
  created_at at not null,
  size int check (size >= 0),
  primary key (account_id, sha256)
);
create trigger never_changed before update on file for each row execute function append_only();

-- PDF files and pictures are already compressed.
alter table file alter column bytes set storage external;

-- Bytes stored per account, spread over slots.
create table file_tally (
  account_id uuid,
  slot int,
  bytes bigint not null,
  primary key (account_id, slot)
) with (fillfactor = 50);

create function keep_file_tally() returns trigger language plpgsql as $$
declare
  place int := pg_backend_pid() % 16;
  part record;
begin
  if tg_op = 'INSERT' then
    for part in select account_id, sum(coalesce(size, octet_length(bytes), 0)) as n from made group by 1 order by 1 loop
      insert into billing.file_tally as t values (part.account_id, place, part.n)
      on conflict (account_id, slot) do update set bytes = t.bytes + excluded.bytes;
    end loop;
  else
    for part in select account_id, sum(coalesce(size, octet_length(bytes), 0)) as n from gone group by 1 order by 1 loop
      insert into billing.file_tally as t values (part.account_id, place, -part.n)
      on conflict (account_id, slot) do update set bytes = t.bytes + excluded.bytes;
    end loop;
  end if;
  return null;
end $$;
create trigger keep_tally_of_new after insert on file referencing new table as made
  for each statement execute function keep_file_tally();
create trigger keep_tally_of_gone after delete on file referencing old table as gone
  for each statement execute function keep_file_tally();

-- Objects of the store whose rows are deleted: deleted after them, unless the same bytes are stored
-- again first.
create table forgotten_object (
  account_id uuid,
  sha256 bytea,
  primary key (account_id, sha256)
);

create function note_forgotten_object() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  insert into forgotten_object (account_id, sha256) values (old.account_id, old.sha256) on conflict do nothing;
  return null;
end $$;
create trigger noted_when_forgotten after delete on file for each row when (old.bytes is null)
  execute function note_forgotten_object();

create function forgotten_objects(most int) returns table (account_id uuid, sha256 bytea)
  language plpgsql security definer set search_path = billing, pg_temp as $$
begin
  return query select o.account_id, o.sha256 from forgotten_object o limit most;
end $$;

-- Names and types are in the text of the document, which finalization seals.
create table attachment (
  account_id uuid,
  document_id uuid,
  id uuid,
  test boolean not null,
  sha256 bytea not null,
  primary key (account_id, document_id, id),
  foreign key (account_id, document_id) references document on delete cascade,
  foreign key (account_id, sha256) references file
);
create index attachment_of_file on attachment (account_id, sha256);

-- The final bytes of a finalized document per format and language: written once, with an entry in
-- the audit chain.
create table rendering (
  account_id uuid,
  document_id uuid,
  format text check (format in ('pdf', 'facturx', 'cii', 'ubl', 'signed')),
  locale text,
  -- Rendered after the document was canceled, which the paper says.
  canceled boolean,
  test boolean not null,
  sha256 bytea not null,
  created_at at not null,
  primary key (account_id, document_id, format, locale, canceled),
  foreign key (account_id, document_id) references document,
  foreign key (account_id, sha256) references file
);
create index rendering_of_file on rendering (account_id, sha256);
create trigger append_only before update or delete on rendering for each row execute function append_only();
create trigger never_truncated before truncate on rendering for each statement execute function append_only();

-- The certificate that seals signed files of an account, and its key, which only the data folder
-- decrypts. If the name on documents changes, a new one is made; none is changed or deleted,
-- because files were sealed with it.
create table account_seal (
  account_id uuid references account,
  test boolean,
  place int check (place > 0),
  -- The name of the account in the certificate.
  name text not null,
  siren text,
  certificate bytea not null,
  locked_key text not null,
  created_at at not null,
  primary key (account_id, test, place)
);
create trigger append_only before update or delete on account_seal for each row execute function append_only();
create trigger never_truncated before truncate on account_seal for each statement execute function append_only();

-- Links that customers hold: to read a document, to sign it, to open their portal. No secret is
-- stored (decision 0046).
create table customer_link (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  purpose text not null check (purpose in ('document', 'signature', 'portal')),
  document_id uuid,
  customer_id uuid,
  created_by text not null,
  created_at at not null,
  ends_at at not null,
  revoked_at at,
  views int not null default 0 check (views >= 0),
  first_viewed_at at,
  last_viewed_at at,
  primary key (account_id, id),
  foreign key (account_id, document_id) references document on delete cascade,
  foreign key (account_id, customer_id) references customer on delete cascade,
  check (ends_at > created_at),
  -- A link is about one document or one customer.
  check ((purpose = 'portal') = (document_id is null) and (purpose = 'portal') = (customer_id is not null)),
  check ((views = 0) = (first_viewed_at is null) and num_nulls(first_viewed_at, last_viewed_at) in (0, 2))
);
-- At most one open link per document and purpose.
create unique index customer_link_of_document on customer_link (account_id, document_id, purpose) where revoked_at is null;
create index customer_link_of_customer on customer_link (account_id, customer_id) where customer_id is not null;

-- A revoked link stays revoked, and what a link opens never changes.
create function customer_link_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the link % was taken back, or would open something else', old.id using errcode = 'FA005';
end $$;
create trigger stays before update on customer_link for each row
  when (old.revoked_at is not null
    or (old.id, old.test, old.purpose, old.document_id, old.customer_id, old.created_by, old.created_at, old.ends_at)
      is distinct from
      (new.id, new.test, new.purpose, new.document_id, new.customer_id, new.created_by, new.created_at, new.ends_at))
  execute function customer_link_stays();

-- The canonical text of the evidence: who signed what, when, from where. Its digest is in the audit
-- chain.
create table signature_evidence (
  account_id uuid references account,
  -- The signing procedure; also the id of its link.
  id uuid,
  test boolean not null,
  document_id uuid not null,
  text text not null,
  sha256 bytea not null check (length(sha256) = 32),
  created_at at not null,
  primary key (account_id, id),
  -- A document is signed once.
  unique (account_id, document_id),
  foreign key (account_id, document_id) references document,
  check (sha256(convert_to(text, 'UTF8')) = sha256)
);
create trigger append_only before update or delete on signature_evidence for each row execute function append_only();
create trigger never_truncated before truncate on signature_evidence for each statement execute function append_only();

-- The last code sent for a signature: a new one replaces it, and its tries count on.
create table signature_code (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  code_sha256 bytea not null check (length(code_sha256) = 32),
  sent int not null default 1 check (sent > 0),
  tries int not null default 0 check (tries >= 0),
  sent_at at not null,
  ends_at at not null,
  primary key (account_id, id)
);

-- Signed estimates whose signed file still lacks a time stamp; the home page lists them.
create table unstamped_signature (
  account_id uuid references account,
  -- The signing procedure, as in signature_evidence.
  id uuid,
  test boolean not null,
  document_id uuid not null,
  lacking_since at not null,
  primary key (account_id, id),
  unique (account_id, document_id),
  foreign key (account_id, id) references signature_evidence,
  foreign key (account_id, document_id) references document
);

-- Outgoing mail is written in the transaction of its cause, sent by a worker and retried. Mail of
-- test mode is never sent: it stays in the mailbox.
create table mail (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- A deleted draft takes its test mails along.
  document_id uuid,
  purpose text not null check (purpose in ('document', 'reminder', 'trial', 'signature', 'notice')),
  -- `kept`: only in the mailbox of test mode.
  state text not null check (state in ('waiting', 'sent', 'given_up', 'kept')),
  -- Subject, parties, recipients with their results, HTML and text.
  content text not null,
  attempts int not null default 0,
  next_at at,
  -- Not used any more: leases are in `job`.
  leased_until at,
  created_at at not null,
  finished_at at,
  primary key (account_id, id),
  foreign key (account_id, document_id) references document on delete cascade,
  check (state <> 'kept' or test),
  check (state = 'kept' or not test)
);
create index mail_waiting on mail (account_id, next_at) where state = 'waiting';
create index mail_of_document on mail (account_id, document_id, id) where document_id is not null;
create index mailbox on mail (account_id, id) where state = 'kept';
create index mail_counted on mail (account_id, test, created_at);
create index mail_by_age on mail (created_at);

-- Attached files, by the hash of their bytes when the mail was written.
create table mail_file (
  account_id uuid,
  mail_id uuid,
  n int,
  test boolean not null,
  name text not null,
  media_type text not null,
  size int not null,
  sha256 bytea not null,
  created_at at not null,
  primary key (account_id, mail_id, n),
  foreign key (account_id, mail_id) references mail on delete cascade,
  foreign key (account_id, sha256) references file
);
create index mail_file_by_age on mail_file (created_at);
create index mail_file_of_file on mail_file (account_id, sha256);

-- Attempts before the one queue; since then they are in `try`. The activity list still counts
-- these.
create table mail_attempt (
  account_id uuid,
  mail_id uuid,
  n int,
  test boolean not null,
  at at not null,
  latency_ms int not null,
  -- The code of the mail server, if it gave one.
  status int,
  fault text,
  answer text,
  primary key (account_id, mail_id, n),
  foreign key (account_id, mail_id) references mail on delete cascade
);
