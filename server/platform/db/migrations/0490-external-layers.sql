-- Layers of other servers, and the servers that an administrator has allowed.
create table layer_servers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  host text not null,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null,
  unique (organization_id, host)
);

create table external_layers (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  -- For one project or one person; neither: for the organization.
  project_id uuid references projects on delete cascade,
  user_id uuid references users on delete cascade,
  name text not null,
  -- JSON with `kind` and `url`.
  source jsonb not null,
  attribution text not null default '',
  position double precision not null,
  opacity real not null default 1,
  min_scale double precision,
  max_scale double precision,
  visible boolean not null default true,
  -- Encrypted with a key derived from the server's signing key.
  credentials text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null,
  check (project_id is null or user_id is null)
);
create index external_layers_organization on external_layers (organization_id);
create index external_layers_project on external_layers (project_id);
create index external_layers_user on external_layers (user_id);
