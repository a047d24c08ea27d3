-- By which road a person came, and what that road's provider wants to hear when they leave:
-- {"way": "oidc", "provider": "…", "idToken": "…"}.
alter table login_tokens add column entered jsonb not null default '{"way": "link"}';
alter table sessions add column entered jsonb not null default '{}';
