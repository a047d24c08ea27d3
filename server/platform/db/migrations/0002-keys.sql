-- Settings of the whole installation; the signing key of session tokens among them, so that several servers share it.
create table settings (
  name text primary key,
  value text not null
);

-- Whose request used a refresh token: a repeat of it by the same client within seconds is a retry, not a theft.
alter table refresh_tokens add column used_by bytea;
alter table refresh_tokens add column parent bytea;
create index refresh_tokens_parent on refresh_tokens (parent);

create index login_tokens_user on login_tokens (user_id);
create index memberships_organization on memberships (organization_id);
