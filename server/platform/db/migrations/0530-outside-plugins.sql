-- Plugins from outside, their versions, what they store, and the keys that may sign them: of one organization each.
create table plugin_keys (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  -- Raw Ed25519 key, base64url.
  public_key text not null,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null,
  -- Never accepted again.
  revoked_at timestamptz,
  unique (organization_id, public_key)
);

create table outside_plugins (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  enabled boolean not null default false,
  -- The version in use; null: none was approved.
  current_id uuid,
  -- The highest version that was uploaded; lower ones are not taken.
  highest text not null,
  version int not null default 1,
  unique (organization_id, name)
);

create table outside_plugin_versions (
  id uuid primary key default gen_random_uuid(),
  plugin_id uuid not null references outside_plugins on delete cascade,
  number text not null,
  manifest jsonb not null,
  sha256 text not null,
  -- In the storage.
  key text not null,
  public_key text not null,
  -- Permissions that an administrator has granted to this version.
  granted text[] not null default '{}',
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid references users on delete set null,
  unique (plugin_id, number)
);
create index outside_plugin_versions_sha256 on outside_plugin_versions (sha256);
alter table outside_plugins add foreign key (current_id) references outside_plugin_versions on delete set null;

create function release_plugin_file() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key) values (old.key) on conflict do nothing;
  return old;
end $$;
create trigger release_plugin_file after delete on outside_plugin_versions
  for each row execute function release_plugin_file();

create table outside_plugin_documents (
  plugin_id uuid not null references outside_plugins on delete cascade,
  -- Null: of the organization.
  project_id uuid references projects on delete cascade,
  name text not null,
  -- JSON.
  value text not null,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (plugin_id, project_id, name)
);
create index outside_plugin_documents_project on outside_plugin_documents (project_id);
