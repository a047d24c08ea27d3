import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import {
  Button,
  LengthField,
  NumberField,
  Select,
  UploadBox,
  useI18n,
  useService,
  useTranslate,
  type Option,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { CLASSIFYING } from '../model/classifying.ts';
import { FINDING, SOUGHT, type Sought } from '../model/finding.ts';

interface WayField {
  readonly name: string;
  readonly kind: 'length' | 'percent' | 'number';
  readonly min: number;
  readonly max: number;
}
const length = (name: string, min = 0.001): WayField => ({ name, kind: 'length', min, max: 1000 });
const FIELDS: Readonly<Record<Sought, readonly WayField[]>> = {
  ground: [
    length('window'),
    { name: 'slope', kind: 'percent', min: 0, max: 1000 },
    length('threshold'),
    length('cell'),
  ],
  noise: [length('radius'), { name: 'fewest', kind: 'number', min: 1, max: 1000 }],
  outliers: [
    { name: 'neighbours', kind: 'number', min: 1, max: 100 },
    { name: 'deviations', kind: 'number', min: 0.1, max: 100 },
  ],
  height: [length('min', -1000), length('max', -1000), length('cell')],
};

/** Ground, noise, outliers, or points by their height, found by a job of the server. */
export const Find = observer(function Find({ classes }: { classes: readonly Option[] }) {
  const t = useTranslate('cloud-classify');
  const i18n = useI18n();
  const finding = useService(FINDING);
  const toasts = useService(TOASTS);
  const { isSaving } = useService(CLASSIFYING);
  const { sought, to } = finding;
  const start = async () => {
    try {
      await finding.start(t(`find.${sought}`));
      const { found } = finding;
      if (found)
        toasts.show('success', t('done', { count: found.points, points: i18n.number(found.points) }));
    } catch (thrown) {
      toasts.show('error', sentenceOf(thrown));
    }
  };
  return (
    <section className="ccl-part">
      <h3>{t('find')}</h3>
      <Select
        label={t('find.what')}
        description={t(`find.${sought}.help`)}
        value={sought}
        onChange={(next) => finding.seek(next as Sought)}
        options={SOUGHT.map((value) => ({ value, title: t(`find.${value}`) }))}
      />
      {FIELDS[sought].map((field) => (
        <Way key={field.name} {...field} />
      ))}
      <Select
        label={t('to')}
        value={String(to)}
        onChange={(value) => finding.giveClass(Number(value))}
        options={classes}
      />
      <UploadBox desk={finding.job} working={(name) => t('find.working', { name })}>
        <Button isDisabled={isSaving || !finding.isComplete} onPress={() => void start()}>
          {t('find.start')}
        </Button>
      </UploadBox>
    </section>
  );
});

const Way = observer(function Way({ name, kind, min, max }: WayField) {
  const t = useTranslate('cloud-classify');
  const finding = useService(FINDING);
  const { sought } = finding;
  const value = (finding.ways[sought] as Readonly<Record<string, number | undefined>>)[name];
  const isShare = kind === 'percent';
  const props = {
    label: t(`way.${name}`),
    description: t(`way.${name}.help`),
    min,
    max,
    value: isShare && value !== undefined ? value * 100 : value,
    onChange: (next: number | undefined) =>
      finding.set(sought, { [name]: isShare && next !== undefined ? next / 100 : next }),
  };
  if (kind === 'length') return <LengthField {...props} />;
  return <NumberField {...props} unit={isShare ? '%' : undefined} />;
});
