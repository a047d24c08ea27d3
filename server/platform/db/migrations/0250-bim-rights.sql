-- BIM models have rights of their own: who saw them keeps them, and who changes objects also comments on models.
update roles set authorizations = authorizations || array['bim.read'], version = version + 1
where 'geometries.read' = any(authorizations) and not 'bim.read' = any(authorizations);
update roles set authorizations = authorizations || array['bim.comment'], version = version + 1
where 'geometries.write' = any(authorizations) and not 'bim.comment' = any(authorizations);
