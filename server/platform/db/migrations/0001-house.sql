create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  version int not null default 1,
  created_at timestamptz not null default now()
);

create table roles (
  role_id uuid primary key default gen_random_uuid(),
  role_name text not null unique,
  authorizations text[] not null default '{}',
  version int not null default 1
);

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null,
  password_hash text,
  role_id uuid not null references roles,
  blocked_layers text[] not null default '{}',
  language text check (language in ('en', 'it')),
  active boolean not null default true,
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email)) where deleted_at is null;

create table memberships (
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  primary key (user_id, organization_id)
);

-- A session family: every refresh token of it dies with it.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table login_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table preferences (
  user_id uuid primary key references users on delete cascade,
  values jsonb not null default '{}',
  version int not null default 1
);

create table projects (
  id uuid primary key default gen_random_uuid(),
  project_name text not null,
  organization_id uuid not null references organizations,
  crs text not null default 'EPSG:4326',
  location text,
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  version int not null default 1
);
create index projects_organization on projects (organization_id);

create table project_members (
  project_id uuid not null references projects on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table object_types (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations,
  name text not null,
  title jsonb not null,
  geometry_type text,
  fields jsonb not null default '[]',
  style jsonb not null,
  icon text,
  images jsonb not null default '[]',
  project_ids uuid[] not null default '{}',
  version int not null default 1,
  unique (organization_id, name)
);

-- `geom` finds, `location` is what was given: its coordinates come back to the last bit.
create table geometries (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  type_name text not null,
  geom geometry not null check (st_srid(geom) = 4326),
  location text not null,
  properties jsonb not null default '{}',
  relates_to uuid[] not null default '{}',
  source text,
  import_id uuid,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users
);
create index geometries_geom on geometries using gist (geom);
create index geometries_project_type on geometries (project_id, type_name);
create index geometries_import on geometries (import_id) where import_id is not null;

-- The durable history: one row per change of one object. `before` and `after` are whole objects as jsonb
-- (`location` as GeoJSON text inside); an import writes one row for all its objects, with geometry_id null.
create table transactions (
  id bigint generated always as identity primary key,
  project_id uuid not null references projects on delete cascade,
  geometry_id uuid,
  type_name text not null,
  kind text not null,
  at timestamptz not null default now(),
  by_user uuid not null references users,
  version int not null,
  before jsonb,
  after jsonb,
  import_id uuid
);
create index transactions_geometry on transactions (geometry_id, id desc);
create index transactions_project on transactions (project_id, id desc);

-- Answers already given to autosave changes: a change sent twice is applied once.
create table autosave_receipts (
  project_id uuid not null references projects on delete cascade,
  client_id text not null,
  content_hash bytea not null,
  geometry_id uuid not null,
  version int not null,
  at timestamptz not null default now(),
  primary key (project_id, client_id)
);

create table imports (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  file_name text not null,
  type_name text not null,
  count int not null,
  at timestamptz not null default now(),
  by_user uuid not null references users,
  undone_at timestamptz
);

create table jobs (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress real not null default 0,
  message text not null default '',
  input jsonb not null,
  result jsonb,
  error text,
  project_id uuid references projects on delete cascade,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  attempts int not null default 0
);
create index jobs_open on jobs (created_at) where state in ('queued', 'running');
create index jobs_user on jobs (user_id, created_at desc);

-- What the event stream sends, kept a while so that a client that reconnects misses nothing.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  project_id uuid,
  user_id uuid,
  type_names text[] not null default '{}',
  payload jsonb not null
);
create index events_project on events (project_id, id);
