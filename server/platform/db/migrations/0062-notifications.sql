-- What is written to people. `organization_id`: of whose people the recipients are; `audience`: to whom it was
-- addressed, by the names of then. A row without a sender is the server's own.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations on delete cascade,
  sender_id uuid references users,
  kind text not null default 'message',
  subject text not null,
  body text not null,
  channels text[] not null,
  audience jsonb not null default '[]',
  sent_at timestamptz not null default now()
);
create index notifications_sender on notifications (sender_id, sent_at desc);

create table notification_recipients (
  notification_id uuid not null references notifications on delete cascade,
  user_id uuid not null references users on delete cascade,
  sent_at timestamptz not null default now(),
  read_at timestamptz,
  deleted_at timestamptz,
  primary key (notification_id, user_id)
);
create index notification_recipients_user on notification_recipients (user_id, sent_at desc) where deleted_at is null;
