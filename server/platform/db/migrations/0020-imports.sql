-- An import's objects are found by its project, which has few imports; loading does without another index to fill.
drop index geometries_import;
create index imports_project on imports (project_id, at desc);
