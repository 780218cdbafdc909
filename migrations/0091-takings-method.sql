-- The means of payment of takings: the receipts book states cash apart (C. com. art. L123-28).

set local search_path = billing, public;

alter table counter_sale add column method text check (length(method) between 1 and 40);
