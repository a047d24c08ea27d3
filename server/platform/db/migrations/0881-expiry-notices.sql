-- The expiry of a document of which people have been told.
alter table files add column expiry_told date;
