-- Comparisons of point clouds that were kept, as they were found.
create table cloud_deviations (
  id uuid primary key default gen_random_uuid(),
  cloud_id uuid not null references files on delete cascade,
  name text not null,
  found jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null
);
create index cloud_deviations_cloud on cloud_deviations (cloud_id);
