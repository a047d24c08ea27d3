-- Who asked for a new password, by what they typed: looked up after the answer, which is the same for everyone.
create table recovery_requests (
  id bigint generated always as identity primary key,
  email text not null,
  language text not null,
  address text not null,
  at timestamptz not null default now()
);

create table recovery_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index recovery_tokens_user on recovery_tokens (user_id);
