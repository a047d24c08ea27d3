-- Whether a value is numbers (a list, a range, a table) or yes or no: each language prints these otherwise.
alter table bim_values add column type text;
