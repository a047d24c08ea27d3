import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { Pointcloud, TextColumns } from '#core/protocol';
import { Button, Dialog, TextField, useService, useTranslate } from '#core/react';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { hasPlace } from '../model/columns.ts';
import { ColumnsField } from './ColumnsField.tsx';
import { CrsField } from './CrsField.tsx';
import { UnitFields } from './UnitFields.tsx';

/** Of a text that was added without them. */
const NO_COLUMNS: TextColumns = {
  separator: 'comma',
  decimal: 'point',
  skip: 0,
  columns: ['skip', 'skip', 'skip'],
};
const isText = ({ header }: Pointcloud) => header.format === 'xyz' || header.format === 'pts';

/** Another name, reference system or unit of its coordinates. */
export function ChangeDialog({ cloud, onClose }: { cloud: Pointcloud; onClose: () => void }) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const [name, setName] = useState(cloud.name);
  const [crs, setCrs] = useState(cloud.crs);
  const [units, setUnits] = useState({ unit: cloud.unit, heightUnit: cloud.heightUnit });
  const [columns, setColumns] = useState<TextColumns>();
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const converts =
    crs !== cloud.crs ||
    units.unit !== cloud.unit ||
    units.heightUnit !== cloud.heightUnit ||
    columns !== undefined;
  const save = async () => {
    setSaving(true);
    try {
      await desk.change(cloud, {
        ...(name.trim() !== cloud.name && { name: name.trim() }),
        ...(crs !== null && crs !== cloud.crs && { crs }),
        ...units,
        ...(columns && { columns }),
      });
      onClose();
    } catch (failure) {
      setError(sentenceOf(failure));
      setSaving(false);
    }
  };
  return (
    <Dialog
      isOpen
      keepOpen
      title={t('change.title', { name: cloud.name })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={name.trim() === '' || isSaving || (columns !== undefined && !hasPlace(columns))}
            onPress={() => void save()}
          >
            {t('change.save')}
          </Button>
        </>
      }
    >
      <div className="clouds-form">
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
        <TextField label={t('name')} value={name} onChange={setName} isRequired autoFocus />
        <CrsField value={crs} isFromFile={crs !== null && crs === cloud.header.crs} onChange={setCrs} />
        <UnitFields
          {...units}
          hasUnit={cloud.header.format !== 'copc'}
          onChange={(change) => setUnits({ ...units, ...change })}
        />
        {isText(cloud) && (
          <ColumnsField
            lines={cloud.header.lines}
            columns={columns ?? cloud.columns ?? NO_COLUMNS}
            onChange={setColumns}
          />
        )}
        {converts && <p className="g-muted">{t('change.converts')}</p>}
      </div>
    </Dialog>
  );
}
