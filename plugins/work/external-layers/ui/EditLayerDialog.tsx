import { useState } from 'react';
import { isGivenFile, type LayerCredentials, type LayerSource } from '#core/protocol';
import { NumberField, Switch, TextField, useService, useTranslate } from '#core/react';
import { orderOf } from '../model/order-for-all.ts';
import { EXTERNAL_LAYERS, type LayerEntry } from '../model/project-external-layers.ts';
import { ColourField } from './ColourField.tsx';
import { CredentialsFields } from './CredentialsFields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { RasterFields } from './RasterFields.tsx';
import { VectorStyleField } from './VectorStyleField.tsx';

/** Changes a layer for everybody who sees it. */
export function EditLayerDialog({ entry, onClose }: { entry: LayerEntry; onClose: () => void }) {
  const t = useTranslate('external-layers');
  const layers = useService(EXTERNAL_LAYERS);
  const { layer, source, opacity, visible } = entry;
  const [fields, setFields] = useState({
    name: layer.name,
    attribution: layer.attribution,
    minScale: layer.minScale ?? undefined,
    maxScale: layer.maxScale ?? undefined,
  });
  const [changed, setChanged] = useState<LayerSource>();
  const shown = changed ?? source;
  const [asSeen, setAsSeen] = useState(false);
  const [credentials, setCredentials] = useState<LayerCredentials>();
  const change = (some: Partial<typeof fields>) => setFields({ ...fields, ...some });
  const { minScale, maxScale } = fields;
  const isSwapped = minScale !== undefined && maxScale !== undefined && minScale > maxScale;
  const save = () =>
    layers.change(layer, {
      name: fields.name,
      attribution: fields.attribution,
      minScale: minScale ?? null,
      maxScale: maxScale ?? null,
      ...(changed ? { source: changed } : {}),
      ...(asSeen ? { source: shown, opacity, visible, order: orderOf(layers.arranged, layer.id) } : {}),
      ...(credentials ? { credentials } : {}),
    });
  return (
    <FormDialog
      title={t('edit.title', { name: layer.name })}
      action={t('save')}
      isIncomplete={fields.name.trim() === '' || isSwapped}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        value={fields.name}
        onChange={(name) => change({ name })}
        maxLength={120}
        isRequired
      />
      <TextField
        label={t('attribution')}
        value={fields.attribution}
        onChange={(attribution) => change({ attribution })}
        maxLength={500}
      />
      <div className="ext-pair">
        <NumberField
          label={t('scale.max')}
          value={maxScale}
          onChange={(scale) => change({ maxScale: scale })}
          min={1}
          max={1e9}
          digits={0}
          error={isSwapped ? t('scale.swapped') : undefined}
        />
        <NumberField
          label={t('scale.min')}
          value={minScale}
          onChange={(scale) => change({ minScale: scale })}
          min={1}
          max={1e9}
          digits={0}
        />
      </div>
      {shown.kind === 'geotiff' && <RasterFields source={shown} onChange={setChanged} />}
      {(shown.kind === 'features' || shown.kind === 'vector-tiles' || shown.kind === 'file') && (
        <ColourField value={shown.colour} onChange={(colour) => setChanged({ ...shown, colour })} />
      )}
      {shown.kind === 'vector-tiles' && <VectorStyleField source={shown} onChange={setChanged} />}
      <Switch isSelected={asSeen} onChange={setAsSeen} description={t('as-seen.help')}>
        {t('as-seen')}
      </Switch>
      {!isGivenFile(source) && <CredentialsFields value={credentials} onChange={setCredentials} />}
    </FormDialog>
  );
}
