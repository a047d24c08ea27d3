import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { grants, type LayerOwner } from '#core/protocol';
import { Select, Tabs, TextField, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';
import { FileChoice } from './file/FileChoice.tsx';
import { FormDialog } from './FormDialog.tsx';
import { PictureChoice } from './picture/PictureChoice.tsx';
import { PresetChoice } from './PresetChoice.tsx';
import { RasterChoice } from './RasterChoice.tsx';
import { ServiceChoice } from './ServiceChoice.tsx';
import { TilesChoice } from './TilesChoice.tsx';
import { VectorTilesChoice } from './VectorTilesChoice.tsx';

/** Adds a layer: one that is known, one that a service offers, a file, a GeoTIFF, or tiles. */
export const AddLayerDialog = observer(function AddLayerDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate('external-layers');
  const layers = useService(EXTERNAL_LAYERS);
  const [chosen, setChosen] = useState<ChosenLayer>();
  const [owner, setOwner] = useState<LayerOwner>('person');
  const [tab, setTab] = useState('presets');
  const owners = useOwners();
  const choice = { chosen, onChoose: setChosen };
  const add = async () => {
    if (!chosen) return;
    const { credentials, ...layer } = chosen;
    await layers.add({ ...layer, owner, ...(credentials ? { credentials } : {}) });
  };
  const tabs = [
    { id: 'presets', title: t('add.presets'), content: <PresetChoice {...choice} /> },
    { id: 'service', title: t('add.service'), content: <ServiceChoice {...choice} /> },
    { id: 'file', title: t('add.file'), content: <FileChoice owners={owners} onClose={onClose} /> },
    { id: 'raster', title: t('add.raster'), content: <RasterChoice {...choice} /> },
    { id: 'vector-tiles', title: t('add.vector-tiles'), content: <VectorTilesChoice {...choice} /> },
    {
      id: 'picture',
      title: t('add.picture'),
      content: <PictureChoice owners={owners} onClose={onClose} />,
    },
    { id: 'tiles', title: t('add.tiles'), content: <TilesChoice {...choice} /> },
  ];
  return (
    <FormDialog
      title={t('add')}
      action={t('add.action')}
      isIncomplete={!chosen || chosen.name.trim() === ''}
      onSave={add}
      onClose={onClose}
    >
      <Tabs
        className="ext-kinds"
        label={t('add.kinds')}
        tabs={tabs}
        selected={tab}
        onSelect={(id) => {
          setTab(id);
          setChosen(undefined);
        }}
      />
      {chosen && (
        <>
          <TextField
            label={t('name')}
            value={chosen.name}
            onChange={(name) => setChosen({ ...chosen, name })}
            maxLength={120}
            isRequired
          />
          <Select
            label={t('owner')}
            options={owners.map((value) => ({ value, title: t(`owner.${value}`) }))}
            value={owner}
            onChange={(value) => setOwner(value as LayerOwner)}
          />
        </>
      )}
    </FormDialog>
  );
});

/** For whom the person may add layers. */
function useOwners(): readonly LayerOwner[] {
  const session = useService(SESSION);
  const held = useObservable(session.me$, session.me)?.authorizations ?? [];
  return [
    'person',
    ...(grants(held, 'files.write') ? (['project'] as const) : []),
    ...(grants(held, 'admin.organizations') ? (['organization'] as const) : []),
  ];
}
