-- Measures kept with a project: one record, replaced as a whole, so that two people at once are told of each other.
create table project_measures (
  project_id uuid primary key references projects on delete cascade,
  measures jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid references users on delete set null
);
