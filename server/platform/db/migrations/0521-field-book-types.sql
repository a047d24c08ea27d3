-- Object types of points by their codes, as they were last accepted; JSON: typeName and codes.
alter table field_books add column types jsonb;
-- The type that the object was given; null: before types were chosen by code.
alter table field_book_objects add column type_name text;
