-- Searches of elements that the people of a project keep for each other.
create table bim_queries (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  -- How the elements were grouped, and a BimFilter.
  grouping text not null,
  filter jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null
);
create unique index bim_queries_name on bim_queries (project_id, lower(name));
