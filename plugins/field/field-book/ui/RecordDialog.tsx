import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FieldBookCorrection, FieldBookRecord } from '#core/protocol';
import { Button, Dialog, Form, NumberField, Switch, TextField, useService, useTranslate } from '#core/react';
import { fromUnit, inUnit, signOf } from '../model/angles.ts';
import { BOOK_DESK } from '../model/book-desk.ts';

type Key = 'circle' | 'zenith' | 'slope' | 'horizontal' | 'targetHeight' | 'instrumentHeight' | 'azimuth';
const ANGLES: readonly Key[] = ['circle', 'zenith', 'azimuth'];
const FIELDS: Readonly<Record<string, readonly Key[]>> = {
  observation: ['circle', 'zenith', 'slope', 'targetHeight'],
  station: ['instrumentHeight', 'azimuth', 'circle'],
};

interface Props {
  record: FieldBookRecord;
  /** Of angles, as the file has them. */
  unit: string;
  onClose: () => void;
}

/** Corrects one record; what the file says can be restored. */
export function RecordDialog({ record, unit, onClose }: Props) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const { kind } = record;
  const keys = FIELDS[kind] ?? [];
  const shown = (key: Key) => {
    const value = record[key];
    return value === null ? undefined : ANGLES.includes(key) ? inUnit(value, unit) : value;
  };
  const [name, setName] = useState(record.name);
  const [code, setCode] = useState(record.code ?? '');
  const [backsight, setBacksight] = useState(record.backsight ?? '');
  const [inputs, setInputs] = useState<Partial<Record<Key, number | undefined>>>(() =>
    Object.fromEntries(keys.map((key) => [key, shown(key)])),
  );
  const [used, setUsed] = useState(record.used);
  const [error, setError] = useState<string>();
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      onClose();
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  const save = () => {
    const set: FieldBookCorrection = {};
    if (name.trim() !== record.name) set.name = name.trim();
    if (code.trim() !== (record.code ?? '')) set.code = code.trim() || null;
    if (kind === 'station' && backsight.trim() !== (record.backsight ?? ''))
      set.backsight = backsight.trim() || null;
    for (const key of keys)
      if (inputs[key] !== shown(key)) {
        const value = inputs[key];
        set[key] = value === undefined ? null : ANGLES.includes(key) ? fromUnit(value, unit) : value;
      }
    const changes = Object.keys(set).length > 0;
    return attempt(() => desk.correct(record.ordinal, { ...(changes && { set }), used }));
  };
  return (
    <Dialog
      title={t(kind === 'station' ? 'record.station' : 'record.observation', { name: record.name })}
      isOpen
      keepOpen
      onClose={onClose}
      footer={
        <>
          {record.changed && (
            <Button onPress={() => void attempt(() => desk.correct(record.ordinal, { restore: true }))}>
              {t('record.restore')}
            </Button>
          )}
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="fbk-record" isDisabled={name.trim() === ''}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id="fbk-record" onSubmit={save}>
        <p className="g-muted">{t('record.line', { line: record.line })}</p>
        <TextField label={t('column.name')} value={name} onChange={setName} maxLength={60} isRequired />
        {keys.map((key) => (
          <NumberField
            key={key}
            label={t(`field.${kind === 'station' && key === 'circle' ? 'backsight-circle' : key}`)}
            value={inputs[key]}
            onChange={(value) => setInputs({ ...inputs, [key]: value })}
            unit={ANGLES.includes(key) ? signOf(unit) : 'm'}
            digits={ANGLES.includes(key) ? 6 : 4}
            step={0.001}
            {...(ANGLES.includes(key) && { min: 0, max: inUnit(360, unit) })}
          />
        ))}
        {kind === 'station' && (
          <TextField label={t('field.backsight')} value={backsight} onChange={setBacksight} maxLength={60} />
        )}
        <TextField label={t('column.code')} value={code} onChange={setCode} maxLength={120} />
        {kind !== 'station' && (
          <Switch isSelected={used} onChange={setUsed}>
            {t('record.used')}
          </Switch>
        )}
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
