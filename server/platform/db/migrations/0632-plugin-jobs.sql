-- Work that plugins from outside do on the server: its code, who has approved it, and its runs.
alter table outside_plugin_versions add column jobs_key text;
alter table outside_plugin_versions add column approved_by uuid references users on delete set null;

-- Versions that were uploaded before have no jobs.
update outside_plugin_versions set manifest = '{"jobs": []}'::jsonb || manifest;

create or replace function release_plugin_file() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key)
  select k from unnest(array[old.key, old.jobs_key]) k where k is not null on conflict do nothing;
  return old;
end $$;

create table plugin_runs (
  id uuid primary key default gen_random_uuid(),
  plugin_id uuid not null references outside_plugins on delete cascade,
  job text not null,
  reason text not null check (reason in ('event', 'schedule', 'call')),
  -- Null: of the organization.
  project_id uuid references projects on delete cascade,
  -- Who called it; null: it runs for the person who has approved the version.
  user_id uuid references users on delete cascade,
  -- JSON.
  event text not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The turn of a schedule, so that several servers queue one run.
  turn bigint,
  -- Not to be taken before: what waits for more, and what a server has.
  next_at timestamptz not null default now(),
  version text,
  result text,
  log text not null default '',
  -- A key of the texts of the server, and what the code has thrown.
  failure text,
  detail text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create unique index plugin_runs_turn on plugin_runs (plugin_id, job, turn) where turn is not null;
create index plugin_runs_open on plugin_runs (next_at) where state in ('waiting', 'running');
create index plugin_runs_plugin on plugin_runs (plugin_id, created_at desc);

-- An event and the runs that it starts are committed together. What happens again while a run waits is one run, which reads
-- everything again.
create function queue_plugin_runs() returns trigger language plpgsql as $$
declare
  content jsonb;
  wanted record;
begin
  for wanted in
    select p.id, j ->> 'id' as job
    from projects r join outside_plugins p on p.organization_id = r.organization_id and p.enabled
      join outside_plugin_versions v on v.id = p.current_id and v.jobs_key is not null and 'jobs' = any(v.granted)
      cross join jsonb_array_elements(v.manifest -> 'jobs') j
    where r.id = new.project_id and j -> 'on' ? new.kind
  loop
    update plugin_runs set event = jsonb_build_object('event', new.kind, 'reload', true)::text
    where plugin_id = wanted.id and job = wanted.job and project_id = new.project_id and state = 'waiting'
      and reason = 'event';
    continue when found;
    begin
      content := new.payload::jsonb;
    exception when others then
      -- A text may have what jsonb refuses; the job reads the objects again.
      content := '{"reload": true}';
    end;
    insert into plugin_runs (plugin_id, job, reason, project_id, next_at, event)
    values (wanted.id, wanted.job, 'event', new.project_id, now() + interval '2 seconds',
      jsonb_strip_nulls(jsonb_build_object('event', new.kind,
        'changed', (select jsonb_agg(c -> 'id') from jsonb_array_elements(content -> 'changed') c),
        'removed', (select jsonb_agg(c -> 'id') from jsonb_array_elements(content -> 'removed') c),
        'reload', content -> 'reload'))::text);
    perform pg_notify('plugin_runs', '');
  end loop;
  return null;
end $$;
create trigger queue_plugin_runs after insert on events
  for each row when (new.project_id is not null and new.user_id is null) execute function queue_plugin_runs();
