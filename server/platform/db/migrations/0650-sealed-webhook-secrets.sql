-- Encrypted with the server's key, which SQL does not have: the server seals those that stand as text when it starts
-- (server/platform/webhooks/secrets.ts).
alter table webhooks alter column secret drop not null;
alter table webhooks add column sealed_secret text;
alter table webhooks add constraint webhooks_secret check (num_nonnulls(secret, sealed_secret) = 1);
