-- After a password reset the person reviews what else opens their access. Wrong codes of the second factor are counted for good: in memory a slow guess was never seen.

set local search_path = billing, public;

alter table person
  -- When a password was set by the link of a mail, until the person has reviewed their passkeys, keys and sessions.
  add column review_since at,
  -- Wrong codes said with the right password, and when the first of them was.
  add column wrong_codes smallint not null default 0 check (wrong_codes >= 0),
  add column wrong_codes_since at not null default 0;
