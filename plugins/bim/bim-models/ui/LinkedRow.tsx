import { useNavigate } from 'react-router-dom';
import { VIEWS } from '#core/mapview';
import type { BimLink } from '#core/protocol';
import { Button, useService, useServices, useTranslate } from '#core/react';
import { BIM_SELECTION, BIM_VIEWS } from '#plugins/bim/bim-viewer/api';
import './models.css';

/** An element that something is linked to: goes to it. */
export function LinkedRow({ link, onOpen }: { link: BimLink; onOpen?: () => void }) {
  const t = useTranslate('bim-models');
  const navigate = useNavigate();
  const views = useService(VIEWS);
  const services = useServices();
  const { modelId, modelName, globalId, name, class: kind, note, isPresent } = link;
  const selection = services.get(BIM_SELECTION, { optional: true });
  const open = () => {
    onOpen?.();
    selection?.set([{ modelId, globalId }]);
    if (views.active?.kind === 'bim')
      void services.get(BIM_VIEWS, { optional: true })?.current?.zoomTo([{ modelId, globalId }]);
    else if (selection) void navigate(selection.addressOf({ modelId, globalId }));
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
