-- Pictures of object types; `object_types.images` lists them by name, in order.
create table type_images (
  name text primary key,
  type_id uuid not null references object_types on delete cascade,
  key text not null unique,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  -- Pixels.
  width int not null,
  height int not null
);
create index type_images_type on type_images (type_id);

-- Their contents are given up as those of files are.
create function unclaim_type_image() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key) values (old.key) on conflict do nothing;
  return null;
end $$;
create trigger type_images_unclaim after delete on type_images
  for each row execute function unclaim_type_image();
