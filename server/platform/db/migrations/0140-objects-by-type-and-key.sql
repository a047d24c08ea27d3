-- Objects are counted by type, and listed page by page in the order of type and id, from this index alone. Ids of
-- imports ascend, so that loading appends to it.
create index geometries_project_type_id on geometries (project_id, type_name, id);
drop index geometries_project_type;
