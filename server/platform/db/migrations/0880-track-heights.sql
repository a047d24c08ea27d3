-- Whether a track has heights of which its file does not say what they are above. Of what was read before, GPX did not.
alter table survey_tracks add column heights_assumed boolean not null default false;
update survey_tracks set heights_assumed = true where file_name ~* '\.gpx$';
