import { useState } from 'react';
import { printLength } from '#core/geodesy';
import { sentenceOf } from '#core/kernel';
import { MAX_POINT_NAME, type FieldBookCorrection, type FieldBookRecord } from '#core/protocol';
import {
  Button,
  Dialog,
  Form,
  LengthField,
  Switch,
  TextField,
  useI18n,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { withSign } from '../model/angles.ts';
import { BOOK_DESK } from '../model/book-desk.ts';
import { AngleField } from './AngleField.tsx';

type Key =
  | 'circle'
  | 'zenith'
  | 'slope'
  | 'horizontal'
  | 'vertical'
  | 'targetHeight'
  | 'instrumentHeight'
  | 'azimuth';
const ANGLES: readonly Key[] = ['circle', 'zenith', 'azimuth'];

/** What can be typed; distances of the kind that was measured. */
function keysOf({ kind, horizontal, original }: FieldBookRecord): readonly Key[] {
  if (kind === 'station') return ['instrumentHeight', 'azimuth', 'circle'];
  if (kind !== 'observation') return [];
  const isReduced = (horizontal ?? original?.horizontal ?? null) !== null;
  return [
    'circle',
    'zenith',
    ...(isReduced ? (['horizontal', 'vertical'] as const) : (['slope'] as const)),
    'targetHeight',
  ];
}

interface Props {
  record: FieldBookRecord;
  /** Of angles, as the file has them. */
  unit: string;
  onClose: () => void;
}

/** Corrects one record; what the file says is shown beside it, and can be restored. */
export function RecordDialog({ record, unit, onClose }: Props) {
  const t = useTranslate('field-book');
  const i18n = useI18n();
  const desk = useService(BOOK_DESK);
  const [{ lengthUnit }] = useSetting('units');
  const { kind, original } = record;
  const keys = keysOf(record);
  const [name, setName] = useState(record.name);
  const [code, setCode] = useState(record.code ?? '');
  const [backsight, setBacksight] = useState(record.backsight ?? '');
  const [inputs, setInputs] = useState<Partial<Record<Key, number | undefined>>>(() =>
    Object.fromEntries(keys.map((key) => [key, record[key] ?? undefined])),
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
    for (const key of keys) if (inputs[key] !== (record[key] ?? undefined)) set[key] = inputs[key] ?? null;
    const changes = Object.keys(set).length > 0;
    if (!changes && used === record.used) return onClose();
    return attempt(() => desk.correct(record.ordinal, { ...(changes && { set }), used }));
  };
  /** What the file says of a value that is corrected. */
  const said = (key: Key | 'name' | 'code' | 'backsight') => {
    if (!original || original[key] === record[key]) return undefined;
    const value = original[key];
    const text =
      typeof value !== 'number'
        ? value
        : ANGLES.includes(key as Key)
          ? withSign(value, unit)
          : printLength(value, i18n.language, lengthUnit, 5);
    return text ? t('record.said', { value: text }) : t('record.said-nothing');
  };
  const isWhole = name.trim() !== '' && !Object.values(inputs).some(Number.isNaN);
  return (
    <Dialog
      title={t(kind === 'station' ? 'record.station' : 'record.observation', { name: record.name })}
      isOpen
      keepOpen
      onClose={onClose}
      footer={
        <>
          {original && (
            <Button onPress={() => void attempt(() => desk.correct(record.ordinal, { restore: true }))}>
              {t('record.restore')}
            </Button>
          )}
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="fbk-record" isDisabled={!isWhole}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id="fbk-record" onSubmit={save}>
        <p className="g-muted">
          {record.line > 0 && t('record.line', { line: record.line })}
          {record.changedAt !== null &&
            ` · ${t(original ? 'record.corrected-by' : 'record.left-out-by', {
              name: record.changedBy ?? t('record.nobody'),
              at: i18n.date(record.changedAt, { dateStyle: 'medium', timeStyle: 'short' }),
            })}`}
        </p>
        <TextField
          label={t('column.name')}
          value={name}
          onChange={setName}
          maxLength={MAX_POINT_NAME}
          isRequired
          description={said('name')}
        />
        {keys.map((key) => {
          const field = {
            label: t(`field.${kind === 'station' && key === 'circle' ? 'backsight-circle' : key}`),
            value: inputs[key],
            onChange: (value: number | undefined) => setInputs({ ...inputs, [key]: value }),
            description: said(key),
          };
          return ANGLES.includes(key) ? (
            <AngleField key={key} {...field} unit={unit} />
          ) : (
            <LengthField key={key} {...field} digits={5} step={0.001} />
          );
        })}
        {kind === 'station' && (
          <TextField
            label={t('field.backsight')}
            value={backsight}
            onChange={setBacksight}
            maxLength={MAX_POINT_NAME}
            description={said('backsight')}
          />
        )}
        <TextField
          label={t('column.code')}
          value={code}
          onChange={setCode}
          maxLength={120}
          description={said('code')}
        />
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
