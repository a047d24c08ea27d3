import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort } from '#core/kernel';
import { PROJECTS } from '#core/project';
import { listTerrains, type Terrain } from '#core/protocol';
import { ErrorPanel, Select, useObservable, useService, useTranslate } from '#core/react';
import { CLOUD_MEASURES } from '../model/cloud-measures.ts';

/** The terrain that volumes are counted from. */
export const TerrainBase = observer(function TerrainBase() {
  const t = useTranslate('cloud-measure');
  const api = useService(API);
  const measures = useService(CLOUD_MEASURES);
  const projects = useService(PROJECTS);
  const projectid = useObservable(projects.current$, projects.current)?.project.id;
  const [terrains, setTerrains] = useState<readonly Terrain[]>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (projectid === undefined) return undefined;
    const controller = new AbortController();
    const request = { headers: { projectid }, query: {} };
    api.call(listTerrains, request, { signal: controller.signal }).then(
      ({ data }) => setTerrains(data),
      (thrown: unknown) => !isAbort(thrown) && setFailure(thrown),
    );
    return () => controller.abort();
  }, [api, projectid]);
  if (failure !== undefined) return <ErrorPanel error={failure} />;
  if (terrains?.length === 0) return <p className="g-muted">{t('base.terrain.none')}</p>;
  return (
    <Select
      label={t('base.terrain.which')}
      value={measures.choices.baseTerrain ?? null}
      onChange={(baseTerrain) => measures.choose({ baseTerrain })}
      options={(terrains ?? []).map(({ id, name }) => ({ value: id, title: name }))}
    />
  );
});
