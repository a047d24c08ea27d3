import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import type { BimLink } from '#core/protocol';
import {
  Button,
  ErrorPanel,
  Skeleton,
  useObservable,
  useService,
  useServices,
  useTranslate,
} from '#core/react';
import { BIM_SELECTION, BIM_VIEWS } from '#plugins/bim/bim-viewer/api';
import { LINKED_ELEMENTS } from '../model/linked.ts';
import './models.css';

/** The elements of models that the selected object of the map is linked to. */
export default observer(function LinkedPanel() {
  const t = useTranslate('bim-models');
  const linked = useService(LINKED_ELEMENTS);
  // Links are made in the model view, beside which this panel may have been open.
  useEffect(() => void linked.reload(), [linked]);
  if (linked.of === undefined) return <p className="g-muted">{t('linked.choose')}</p>;
  if (linked.state === 'failed')
    return (
      <ErrorPanel
        title={t('linked.failed')}
        error={new Error(linked.error)}
        onRetry={() => void linked.reload()}
      />
    );
  if (linked.state === 'loading') return <Skeleton lines={2} />;
  if (linked.links.length === 0) return <p className="g-muted">{t('linked.none')}</p>;
  return (
    <ul className="models-list" aria-label={t('linked')}>
      {linked.links.map((link) => (
        <Linked key={link.id} link={link} />
      ))}
    </ul>
  );
});

function Linked({ link }: { link: BimLink }) {
  const t = useTranslate('bim-models');
  const navigate = useNavigate();
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const views = useService(VIEWS);
  const services = useServices();
  const { modelId, modelName, globalId, name, class: kind, note, isPresent } = link;
  const selection = services.get(BIM_SELECTION, { optional: true });
  const open = () => {
    selection?.set([{ modelId, globalId }]);
    if (views.active?.kind === 'bim')
      void services.get(BIM_VIEWS, { optional: true })?.current?.zoomTo([{ modelId, globalId }]);
    else if (project) void navigate(`/draw/${project.project.id}/bim?model=${modelId}`);
  };
  return (
    <li className="models-row">
      <Button size="s" variant="quiet" isDisabled={!isPresent || !selection} onPress={open}>
        {name ?? globalId}
      </Button>
      <p className="g-muted">
        {[isPresent ? kind : t('linked.gone'), modelName, note].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
