import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { VIEWS } from '#core/mapview';
import {
  Button,
  EmptyState,
  ErrorPanel,
  Icon,
  Skeleton,
  ToggleButton,
  Tree,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { COMPARISON } from '../model/comparison.ts';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';
import { AddLayerDialog } from './AddLayerDialog.tsx';
import { Identified } from './Identified.tsx';
import { LayerRow } from './LayerRow.tsx';
import { PlacingPart } from './picture/PlacingPart.tsx';
import { SWIPE } from './SwipeLine.tsx';
import './external-layers.css';

/** The layers of other servers: order, visibility, opacity and state of each; adding another. */
const ExternalLayersPanel = observer(function ExternalLayersPanel() {
  const t = useTranslate('external-layers');
  const layers = useService(EXTERNAL_LAYERS);
  const [adding, setAdding] = useState(false);
  // Loads what others have changed meanwhile.
  useEffect(() => void layers.read(), [layers]);
  const shown = [...layers.entries].reverse();
  const comparison = useService(COMPARISON);
  const views = useService(VIEWS);
  const isFlat = useObservable(views.open$, views.open).some(({ kind }) => kind === '2d');
  const topmost = shown.find(({ visible }) => visible)?.layer.id ?? 'background';
  return (
    <div className="ext">
      {layers.error !== undefined && (
        <ErrorPanel title={t('failed')} error={layers.error} onRetry={() => void layers.read()} />
      )}
      {!layers.layers && layers.error === undefined && <Skeleton lines={3} />}
      {layers.layers?.length === 0 && (
        <EmptyState icon={<Icon name="cloud" size={20} />} title={t('empty')}>
          {t('empty.help')}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <Tree
          label={t('title')}
          items={shown}
          itemId={({ layer }) => layer.id}
          itemText={({ layer }) => layer.name}
          row={(entry) => <LayerRow entry={entry} />}
          // The list shows the topmost layer first: before a row means above it on the map.
          onMove={(moved, { id, position }) =>
            layers.move(moved, id, position === 'before' ? 'above' : 'below')
          }
        />
      )}
      <div className="ext-actions">
        <Button icon={<Icon name="plus" />} onPress={() => setAdding(true)}>
          {t('add')}
        </Button>
        {isFlat && (
          <ToggleButton
            showLabel
            label={t('compare')}
            icon={<Icon name={SWIPE} />}
            isSelected={comparison.kind !== undefined}
            onChange={(on) => (on ? comparison.start(topmost) : comparison.end())}
          />
        )}
      </div>
      <PlacingPart />
      <Identified />
      {adding && <AddLayerDialog onClose={() => setAdding(false)} />}
    </div>
  );
});
export default ExternalLayersPanel;
