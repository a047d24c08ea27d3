-- Who did what to whom, and when: written in the same transaction as what it tells of, never changed afterwards.
-- `organization_ids`: whose administrators may read it.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  actor_id uuid references users,
  subject_kind text,
  subject_id text,
  subject_name text,
  organization_ids uuid[] not null default '{}',
  detail jsonb not null default '{}',
  address text
);
create index audit_actor on audit (actor_id, at);
create index audit_kind on audit (kind, at);
create index audit_at on audit (at);

-- Retention alone takes rows away, and says so for its one transaction (server/platform/audit/audit.ts).
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if current_setting('groma.audit_retention', true) = 'on' and old.at < now() - interval '90 days' then
      return old;
    end if;
  end if;
  raise exception 'the audit trail is only ever added to' using errcode = '55000';
end $$;

create trigger keep_audit before update or delete on audit for each row execute function keep_audit();
create trigger keep_audit_whole before truncate on audit for each statement execute function keep_audit();
