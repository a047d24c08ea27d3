-- What was exported and is kept a while to be downloaded. A deleted project leaves the row behind so that its file is
-- tidied away; `type_names` says whose objects are in it, so that nobody blocked from one of them can have it.
create table exports (
  id uuid primary key,
  project_id uuid references projects on delete set null,
  user_id uuid not null references users,
  kind text not null check (kind in ('data', 'document', 'report', 'intersections')),
  name_zip text not null unique,
  storage_key text not null,
  size bigint not null,
  count int not null,
  type_names text[] not null,
  files text[] not null,
  notes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index exports_project on exports (project_id, created_at desc);
create index exports_expires on exports (expires_at);
