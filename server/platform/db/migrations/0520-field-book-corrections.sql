-- Who corrected a record or left it out, and when; null while the record is as the file says.
alter table field_book_records add column changed_at timestamptz;
alter table field_book_records add column changed_by uuid references users on delete set null;
