-- Jobs that have ended say no longer what they were doing.
update jobs set message = '' where state in ('done', 'failed', 'cancelled');
