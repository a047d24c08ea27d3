-- What a job has looked for among the points of a cloud, and how.
alter table cloud_edits add column finding jsonb;
