-- An object is answered as `{"id":"<id>","location":<location>,<about>`: no JSON is built when objects are read.
-- `about` is all that follows the location, down to the closing brace, as server/shared/geometries/about.ts writes it.
alter table geometries add column about text not null;

-- Whole objects as they are answered, as text. `before_type`: the type it had before, where the change gave it another.
alter table transactions alter column before type text using before::text;
alter table transactions alter column after type text using after::text;
alter table transactions add column before_type text;

-- Sent as it is; nothing is looked for inside.
alter table events alter column payload type text using payload::text;
create index events_user on events (user_id, id) where user_id is not null;
create index events_at on events (at);
create index autosave_receipts_at on autosave_receipts (at);
