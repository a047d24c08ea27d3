import { useState } from 'react';
import { AppError } from '#core/kernel';
import { FileDrop, NumberField, PickMany, TextField, useTranslate, type Option } from '#core/react';
import type { Grids } from '../model/grids.ts';
import { FormDialog } from './FormDialog.tsx';
import { NameField } from './NameField.tsx';

/** Extensions of geoid files; all others are shift grids. */
const GEOID = /\.(gtx|tiff?)$/i;

/** Uploads a grid: the file, and what cannot be read from it. */
export function GridDialog({ grids, onClose }: { grids: Grids; onClose: () => void }) {
  const t = useTranslate('administration');
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [source, setSource] = useState('');
  const [accuracy, setAccuracy] = useState<number>();
  const [datum, setDatum] = useState('');
  const [systems, setSystems] = useState<readonly Option[]>([]);
  const isGeoid = GEOID.test(file?.name ?? '');
  const take = ([chosen]: readonly File[]) => {
    setFile(chosen);
    if (chosen && name === '') setName(chosen.name.replace(/\.[a-z]+$/i, ''));
  };
  const save = async () => {
    if (!file) throw new AppError('no-file', t('grids.file.missing'));
    if (accuracy === undefined) throw new AppError('no-accuracy', t('grids.accuracy.missing'));
    const crs = isGeoid ? [] : systems.map(({ value }) => value);
    await grids.add({ file, name, source, accuracy, crs, datum: isGeoid ? datum : '' });
  };
  return (
    <FormDialog title={t('grids.new')} action={t('grids.create')} onSave={save} onClose={onClose}>
      <FileDrop
        label={file?.name ?? t('grids.file')}
        accept={['.gsb', '.gtx', '.tif', '.tiff']}
        onFiles={take}
      />
      <NameField label={t('grids.name')} value={name} onChange={setName} />
      <TextField
        label={t('grids.source')}
        description={t('grids.source.help')}
        value={source}
        onChange={setSource}
        isRequired
      />
      <NumberField
        label={t('grids.accuracy')}
        description={t('grids.accuracy.help')}
        value={accuracy}
        onChange={setAccuracy}
        unit="m"
        min={0.0001}
        max={100}
        isRequired
      />
      {isGeoid ? (
        <TextField
          label={t('grids.datum')}
          description={t('grids.datum.help')}
          value={datum}
          onChange={setDatum}
          isRequired
        />
      ) : (
        <PickMany
          label={t('grids.crs')}
          placeholder={t('grids.crs.find')}
          find={(text, signal) => grids.systems(text, signal)}
          chosen={systems}
          onChange={setSystems}
        />
      )}
      <p className="g-muted">{t(isGeoid ? 'grids.when.geoid' : 'grids.when')}</p>
    </FormDialog>
  );
}
