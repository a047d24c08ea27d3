-- Of a receiver that does not answer only the newest deliveries wait; how many were given up before they could be sent, and when.
alter table webhooks
  add column dropped int not null default 0,
  add column dropped_at timestamptz;
create index webhook_deliveries_of_waiting on webhook_deliveries (webhook_id, created_at desc) where state = 'waiting';
