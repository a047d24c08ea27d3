-- Results list levelled heights and lines of levels; those that are stored have none.
update field_books set result = result || '{"heights": [], "levelLines": []}'::jsonb where result is not null;
