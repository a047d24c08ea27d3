-- Addresses that are told of events of an organization's projects.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  address text not null,
  -- Signs what is sent.
  secret text not null,
  events text[] not null,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now()
);
create index webhooks_organization on webhooks (organization_id);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Not to be taken before: while a server has it, and between two attempts.
  next_at timestamptz not null default now(),
  status int,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index webhook_deliveries_waiting on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at desc);

-- An event and its deliveries are committed together. Which objects, and not what they are: an address has no rights.
create function queue_webhooks() returns trigger language plpgsql as $$
declare
  content jsonb;
begin
  if not exists (
    select 1 from webhooks w join projects p on p.organization_id = w.organization_id
    where p.id = new.project_id and w.enabled and new.kind = any(w.events)) then
    return null;
  end if;
  begin
    content := new.payload::jsonb;
  exception when others then
    -- A text may have what jsonb refuses; the receiver reads the objects again.
    content := '{"reload": true}';
  end;
  insert into webhook_deliveries (webhook_id, event, body)
  select w.id, new.kind, jsonb_strip_nulls(jsonb_build_object(
    'event', new.kind,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'projectId', new.project_id,
    'changed', (select jsonb_agg(jsonb_build_object('id', c -> 'id', 'typeName', c -> 'typeName',
        'version', c -> 'metadata' -> 'version')) from jsonb_array_elements(content -> 'changed') c),
    'removed', (select jsonb_agg(jsonb_build_object('id', r -> 'id', 'version', r -> 'version'))
      from jsonb_array_elements(content -> 'removed') r),
    'reload', content -> 'reload'))::text
  from webhooks w join projects p on p.organization_id = w.organization_id
  where p.id = new.project_id and w.enabled and new.kind = any(w.events);
  perform pg_notify('webhooks', '');
  return null;
end $$;
create trigger queue_webhooks after insert on events
  for each row when (new.project_id is not null and new.user_id is null) execute function queue_webhooks();
