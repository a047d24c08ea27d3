import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { grants, type LayerOwner } from '#core/protocol';
import { Icon, Select, SideTabs, TextField, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import type { ChosenLayer } from '../model/chosen-layer.ts';
import { EXTERNAL_LAYERS } from '../model/project-external-layers.ts';
import { refusedServer } from '../model/refused-server.ts';
import { AllowServer } from './AllowServer.tsx';
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
  const [kind, setKind] = useState('presets');
  const [refusal, setRefusal] = useState<{ server: string; sentence: string }>();
  const owners = useOwners();
  const choose = (layer: ChosenLayer | undefined) => {
    setChosen(layer);
    setRefusal(undefined);
  };
  const choice = { chosen, onChoose: choose };
  const add = async () => {
    const { credentials, ...layer } = chosen!;
    await layers.add({ ...layer, owner, ...(credentials ? { credentials } : {}) });
  };
  const save = async () => {
    try {
      await add();
      return true;
    } catch (thrown) {
      const server = refusedServer(thrown);
      if (server === undefined) throw thrown;
      setRefusal({ server, sentence: sentenceOf(thrown) });
      return false;
    }
  };
  const kinds = [
    { id: 'presets', icon: 'map', content: <PresetChoice {...choice} /> },
    { id: 'service', icon: 'globe', content: <ServiceChoice {...choice} /> },
    { id: 'file', icon: 'file', content: <FileChoice owners={owners} onClose={onClose} /> },
    { id: 'picture', icon: 'image', content: <PictureChoice owners={owners} onClose={onClose} /> },
    { id: 'raster', icon: 'layers', content: <RasterChoice {...choice} /> },
    { id: 'vector-tiles', icon: 'shapes', content: <VectorTilesChoice {...choice} /> },
    { id: 'tiles', icon: 'grid', content: <TilesChoice {...choice} /> },
  ];
  return (
    <FormDialog
      title={t('add')}
      size="l"
      action={kind === 'file' || kind === 'picture' ? undefined : t('add.action')}
      isIncomplete={!chosen || chosen.name.trim() === ''}
      onSave={save}
      onClose={onClose}
    >
      <SideTabs
        className="ext-kinds"
        label={t('add.kinds')}
        tabs={kinds.map(({ id, icon, content }) => ({
          id,
          icon: <Icon name={icon} />,
          title: t(`add.${id}`),
          content: (
            <>
              {content}
              {chosen && (
                <div className="ext-fields ext-chosen">
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
                  {refusal && (
                    <AllowServer
                      {...refusal}
                      onAllowed={async () => {
                        await add();
                        onClose();
                      }}
                    />
                  )}
                </div>
              )}
            </>
          ),
        }))}
        selected={kind}
        onSelect={(id) => {
          setKind(id);
          choose(undefined);
        }}
      />
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
