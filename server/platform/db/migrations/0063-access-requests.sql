-- Who asks to be let in. `wish` is the project or organization as they wrote it; to whom it goes is looked up after it
-- was answered, so that neither the answer nor its time tells what there is.
create table access_requests (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  wish text not null,
  reason text not null,
  language text not null check (language in ('en', 'it')),
  created_at timestamptz not null default now(),
  routed boolean not null default false,
  organization_id uuid references organizations on delete set null,
  project_id uuid references projects on delete set null,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'refused')),
  decided_by uuid references users,
  decided_at timestamptz
);
create unique index access_requests_pending on access_requests (lower(email), lower(wish)) where state = 'pending';
create index access_requests_organization on access_requests (organization_id, created_at desc);
