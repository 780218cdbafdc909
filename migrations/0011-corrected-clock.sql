-- A series whose days ran ahead with a clock goes on from the right day: up to which number, and from which day, is kept,
-- and a link of the audit chain says so.

alter table billing.series add column corrected_counter int, add column corrected_on date,
  add constraint corrected_whole check (num_nulls(corrected_counter, corrected_on) in (0, 2));
