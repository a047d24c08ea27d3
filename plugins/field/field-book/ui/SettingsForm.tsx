import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { API } from '#core/api';
import { crsOf } from '#core/geodesy';
import { sentenceOf } from '#core/kernel';
import { crsSearch, type FieldBookSettings } from '#core/protocol';
import {
  Button,
  Checkbox,
  ComboBox,
  Form,
  NumberField,
  RadioGroup,
  useService,
  useTranslate,
} from '#core/react';
import { BOOK_DESK } from '../model/book-desk.ts';

type SigmaKey = Exclude<keyof FieldBookSettings, 'lengths' | 'fit' | 'isExchanged'>;
const NUMBERS: readonly { key: SigmaKey; unit?: string; min: number; max: number }[] = [
  { key: 'refraction', min: -2, max: 2 },
  { key: 'sigmaDirection', unit: '″', min: 0.01, max: 3600 },
  { key: 'sigmaZenith', unit: '″', min: 0.01, max: 3600 },
  { key: 'sigmaDistance', unit: 'mm', min: 0.01, max: 10_000 },
  { key: 'sigmaPpm', unit: 'ppm', min: 0, max: 1000 },
  { key: 'sigmaCentring', unit: 'mm', min: 0, max: 1000 },
];

/** Reference system, heights, reduction of lengths, and how good the observations are. */
export const SettingsForm = observer(function SettingsForm({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('field-book');
  const api = useService(API);
  const desk = useService(BOOK_DESK);
  const book = desk.opened!;
  const [crs, setCrs] = useState(book.crs);
  const [heights, setHeights] = useState(book.heights);
  const [settings, setSettings] = useState<Partial<FieldBookSettings>>(book.settings);
  const [error, setError] = useState<string>();
  const isWhole = Object.values(settings).every((value) => value !== undefined);
  const save = async () => {
    setError(undefined);
    try {
      await desk.change({ crs, heights, settings: settings as FieldBookSettings });
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  const named = crs === null ? undefined : crsOf(crs)?.name;
  return (
    <Form className="fbk-form" onSubmit={save}>
      <ComboBox
        label={t('settings.crs')}
        description={t('settings.crs.help')}
        find={async (search, signal) => {
          const { data } = await api.call(crsSearch, { query: { search } }, { signal });
          return data.map((one) => ({
            value: one.code,
            title: `${one.code} – ${one.name}`,
            detail: one.area ?? undefined,
          }));
        }}
        value={crs}
        valueTitle={named ? `${crs} – ${named}` : (crs ?? undefined)}
        onChange={(code) => code !== null && setCrs(code)}
        isDisabled={!mayWrite}
      />
      <RadioGroup
        label={t('settings.heights')}
        value={heights}
        onChange={(value) => setHeights(value as typeof heights)}
        options={[
          { value: 'sea-level', title: t('settings.sea-level') },
          { value: 'ellipsoid', title: t('settings.ellipsoid') },
        ]}
        isDisabled={!mayWrite}
      />
      <RadioGroup
        label={t('settings.lengths')}
        value={settings.lengths ?? 'ground'}
        onChange={(value) => setSettings({ ...settings, lengths: value as FieldBookSettings['lengths'] })}
        options={[
          { value: 'ground', title: t('settings.ground') },
          { value: 'grid', title: t('settings.grid') },
        ]}
        isDisabled={!mayWrite}
      />
      <Checkbox
        isSelected={settings.isExchanged ?? false}
        onChange={(isExchanged) => setSettings({ ...settings, isExchanged })}
        isDisabled={!mayWrite}
        description={t('settings.exchanged.help')}
      >
        {t('settings.exchanged')}
      </Checkbox>
      <div className="fbk-pair">
        {NUMBERS.map(({ key, ...limits }) => (
          <NumberField
            key={key}
            label={t(`settings.${key}`)}
            value={settings[key]}
            onChange={(value) => setSettings({ ...settings, [key]: value })}
            digits={3}
            step={0.1}
            isDisabled={!mayWrite}
            {...limits}
          />
        ))}
      </div>
      {error !== undefined && <p className="g-error">{error}</p>}
      {mayWrite && (
        <Button type="submit" isDisabled={!isWhole}>
          {t('save')}
        </Button>
      )}
    </Form>
  );
});
