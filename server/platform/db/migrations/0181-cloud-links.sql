-- Links that open one point cloud for reading, without signing in, until they end.
create table cloud_links (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the secret.
  hash bytea not null unique,
  cloud_id uuid not null references files on delete cascade,
  -- In whose place it reads: it opens nothing that this person does not see.
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index cloud_links_cloud on cloud_links (cloud_id);
