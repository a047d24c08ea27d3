-- Point clouds have rights of their own: who saw them keeps them, and who uploaded them also classifies and shares them.
update roles set authorizations = authorizations || array['pointcloud.read'], version = version + 1
where 'geometries.read' = any(authorizations) and not 'pointcloud.read' = any(authorizations);
update roles set authorizations = authorizations || array['pointcloud.classify', 'pointcloud.share'], version = version + 1
where 'pointcloud.write' = any(authorizations) and not 'pointcloud.classify' = any(authorizations);
