create table groups (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations,
  name text not null,
  version int not null default 1,
  created_at timestamptz not null default now()
);
create unique index groups_name on groups (organization_id, lower(name));

create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);
