-- Imports keep the CRS of their file. Those of before docs/decisions/0031 keep where they lie, too, to be told how far off
-- the former parameters of their CRS were; what is known of them is in their jobs.
alter table imports add column crs text;
alter table imports add column former_extent jsonb;
update imports i set crs = j.result ->> 'crs', former_extent = nullif(j.result -> 'extent', 'null')
from jobs j where j.kind = 'import' and j.result ->> 'importId' = i.id::text;
