-- Files that are shown as layers without an import: the GeoTIFF, or the objects of the file as compressed GeoJSON.
create table layer_files (
  -- In the storage; removed some time after its layer.
  key text primary key,
  layer_id uuid references external_layers on delete set null,
  user_id uuid references users on delete set null,
  bytes bigint not null default 0,
  added_at timestamptz not null default now()
);
create index layer_files_layer on layer_files (layer_id);
create index layer_files_user on layer_files (user_id);
