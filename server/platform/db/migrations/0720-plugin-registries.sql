-- Addresses of registries that an organization keeps, so that nobody types them again.
create table plugin_registries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  address text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, address)
);
