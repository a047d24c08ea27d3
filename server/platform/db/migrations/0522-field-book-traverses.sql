-- Results list traverses; those that are stored found none.
update field_books set result = result || '{"traverses": []}'::jsonb where result is not null;
