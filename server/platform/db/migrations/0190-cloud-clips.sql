-- What the views of a point cloud show alone, cut away or highlight; for everybody who sees it.
create table cloud_clips (
  cloud_id uuid primary key references files on delete cascade,
  clips jsonb not null,
  mode text not null,
  version int not null
);
