-- Views of a project that its people come back to.
create table bookmarks (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  viewpoint jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null
);
create index bookmarks_project on bookmarks (project_id);
