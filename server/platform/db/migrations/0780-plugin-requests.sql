-- Requests that plugins have sent to other servers within a minute, of all servers of this database. What they were counted for
-- is nothing to keep.
create unlogged table plugin_requests (
  organization_id uuid not null references organizations on delete cascade,
  -- A plugin with a person, or a host.
  sender text not null,
  begun_at timestamptz not null default now(),
  count int not null default 1,
  primary key (organization_id, sender)
);
