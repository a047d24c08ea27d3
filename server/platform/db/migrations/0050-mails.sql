-- E-mail to be sent: written in the transaction of what it tells of, sent by whichever server takes it first. What it
-- says is erased once it has ended: it may hold a link that signs a person in.
create table mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  content jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  -- Not to be taken before: while a server has it, and between two attempts.
  next_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  error text
);
create index mails_waiting on mails (next_at) where state = 'waiting';
