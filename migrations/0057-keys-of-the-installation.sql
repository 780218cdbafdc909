-- Which keys an installation has is known to its database, so that a machine with others is refused instead of signing with them; and
-- where the operator wants it, the keys themselves lie here, sealed under a secret the database never has.

-- Neither belongs to an account, and nobody but the owner reads them: they stand beside the list of migrations, where the role that
-- serves has no right at all. Each key by its fingerprint: the last turn is today's, those before were replaced.
create table public.facturier_key (
  name text not null check (name in ('audit', 'webhook', 'portal')),
  turn int not null check (turn > 0),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  noted_at bigint not null check (noted_at > 0),
  primary key (name, turn),
  unique (name, fingerprint)
);

-- One row at most. What seals it counts on, so that of two machines that seal at once one is told.
create table public.facturier_sealed_keys (
  only_row boolean primary key default true check (only_row),
  turn int not null check (turn > 0),
  box text not null check (octet_length(box) between 40 and 16777216),
  sealed_at bigint not null check (sealed_at > 0)
);

revoke all on public.facturier_key, public.facturier_sealed_keys from public;

-- What was noted stands, and turns have no gap: a machine that was away finds the key it had among those before.
create function public.facturier_key_stands() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a key that was noted stands' using errcode = 'check_violation';
  end if;
  if new.turn <> coalesce((select max(k.turn) from public.facturier_key k where k.name = new.name), 0) + 1 then
    raise exception 'the next turn of the key % is another', new.name using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger stands before insert or update or delete on public.facturier_key
  for each row execute function public.facturier_key_stands();
create trigger stands_whole before truncate on public.facturier_key
  for each statement execute function public.facturier_key_stands();
