-- What other programs sign in with instead of a person's password: for one organization, until it expires or is revoked.
create table personal_tokens (
  id uuid primary key default gen_random_uuid(),
  hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index personal_tokens_user on personal_tokens (user_id);
create index personal_tokens_organization on personal_tokens (organization_id);
