import { useState } from 'react';
import { isReference, type Field, type FieldValues, type Style, type StyleClasses } from '#core/protocol';
import { Button, Icon, NumberField, Select, Skeleton, useI18n, useTranslate } from '#core/react';
import { CATEGORY_PALETTES, coloursOf, PALETTES, type BreakMethod, type PaletteName } from '#core/styles';
import { categoriesOf, categoriesOfChoices, rangesOf } from '../model/new-classes.ts';
import { Histogram } from './Histogram.tsx';
import { useFieldValues } from './useFieldValues.ts';

/** The colours that the choices of the field have. */
const OF_CHOICES = 'choices';
type ClassColours = PaletteName | typeof OF_CHOICES;
const METHODS: readonly BreakMethod[] = ['jenks', 'quantile', 'equal', 'pretty'];

interface ClassesFormProps {
  style: Style;
  classes: Exclude<StyleClasses, { kind: 'rules' }>;
  typeName: string;
  fields: readonly Field[];
  projectId: string | undefined;
  onChange: (classes: StyleClasses, part: string) => void;
}

/** The field and the palette of classes, which are made from the values that the objects have. */
export function ClassesForm({ style, classes, typeName, fields, projectId, onChange }: ClassesFormProps) {
  const t = useTranslate('object-types');
  const i18n = useI18n();
  const { language } = i18n;
  const isGraduated = classes.kind === 'graduated';
  const [method, setMethod] = useState<BreakMethod>(
    isGraduated && classes.method !== 'manual' ? classes.method : 'jenks',
  );
  const [count, setCount] = useState(5);
  const [picked, setPicked] = useState<ClassColours>();
  const { values, error } = useFieldValues(projectId, typeName, classes.field || undefined);
  const field = fields.find(({ name }) => name === classes.field);
  const hasColours = !isGraduated && field?.choices?.some(({ colour }) => colour !== undefined);
  const usual = isGraduated ? 'viridis' : 'okabe-ito';
  const colours: ClassColours = picked ?? (hasColours ? OF_CHOICES : usual);
  const ofChoices = hasColours && colours === OF_CHOICES ? field : undefined;
  const palette = colours === OF_CHOICES ? usual : colours;
  const titleOf = (value: string | number | boolean) => {
    const title = field?.choices?.find((choice) => choice.value === value)?.title[language];
    return title || undefined;
  };
  const make = (found: FieldValues, chosen: { method: BreakMethod; count: number; palette: PaletteName }) => {
    if (!isGraduated) onChange(categoriesOf(style, classes.field, found, chosen.palette, titleOf), 'classes');
    else if (found.numbers) onChange(rangesOf(style, classes.field, found.numbers, chosen), 'classes');
  };
  const again = (change: Partial<{ method: BreakMethod; count: number; palette: PaletteName }>) => {
    if (ofChoices && !change.palette) onChange(categoriesOfChoices(style, ofChoices, language), 'classes');
    else if (values) make(values, { method, count, palette, ...change });
  };
  const usable = fields.filter((field) =>
    isGraduated ? field.type === 'number' || field.type === 'integer' : !isReference(field),
  );
  const palettes = (Object.keys(PALETTES) as PaletteName[]).filter(
    (name) => CATEGORY_PALETTES.includes(name) !== isGraduated,
  );
  const hasClasses = (isGraduated ? classes.ranges : classes.categories).length > 0;
  const shown = ofChoices
    ? (ofChoices.choices ?? []).flatMap(({ colour }) => colour ?? [])
    : coloursOf(palette, isGraduated ? count : PALETTES[palette].length);
  const classify = (isPossible: boolean) => (
    <Button icon={<Icon name="refresh" />} isDisabled={!isPossible} onPress={() => again({})}>
      {t(hasClasses ? 'classes.again' : 'classes.make')}
    </Button>
  );
  return (
    <div className="types-form">
      <Select
        label={t('classes.field')}
        value={classes.field || null}
        onChange={(name) =>
          onChange(
            isGraduated
              ? { kind: 'graduated', field: name, method, ranges: [] }
              : { kind: 'categorized', field: name, categories: [] },
            'field',
          )
        }
        options={usable.map(({ name, title }) => ({ value: name, title: title[language] || name }))}
      />
      {isGraduated && (
        <div className="types-pair">
          <Select
            label={t('classes.method')}
            value={method}
            onChange={(name) => {
              setMethod(name as BreakMethod);
              again({ method: name as BreakMethod });
            }}
            options={METHODS.map((name) => ({ value: name, title: t(`method.${name}`) }))}
          />
          <NumberField
            label={t('classes.count')}
            value={count}
            min={1}
            max={20}
            digits={0}
            onChange={(next) => {
              if (next === undefined) return;
              const whole = Math.round(next);
              setCount(whole);
              again({ count: whole });
            }}
          />
        </div>
      )}
      <Select
        label={t('palette')}
        value={ofChoices ? OF_CHOICES : palette}
        onChange={(name) => {
          setPicked(name as ClassColours);
          if (!hasClasses) return;
          if (name !== OF_CHOICES) again({ palette: name as PaletteName });
          else if (field) onChange(categoriesOfChoices(style, field, language), 'classes');
        }}
        options={[
          ...(hasColours ? [{ value: OF_CHOICES, title: t('palette.choices') }] : []),
          ...palettes.map((name) => ({ value: name, title: t(`palette.${name}`) })),
        ]}
      />
      <div className="types-palette" aria-hidden="true">
        {shown.map((colour, n) => (
          <span key={n} style={{ background: colour }} />
        ))}
      </div>
      {classes.field !== '' && projectId === undefined && !ofChoices && (
        <p className="g-muted">{t('classes.no-project')}</p>
      )}
      {ofChoices && projectId === undefined && classify(true)}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {classes.field !== '' && projectId !== undefined && error === undefined && (
        <>
          {!values && <Skeleton height={isGraduated ? 72 : 20} />}
          {values && isGraduated && values.numbers && (
            <Histogram numbers={values.numbers} ranges={classes.ranges} />
          )}
          {values && isGraduated && !values.numbers && <p className="g-error">{t('classes.no-numbers')}</p>}
          {values && (
            <p className="g-muted g-figures">
              {t('classes.found', {
                count: values.count,
                n: i18n.number(values.count),
                distinct: i18n.number(values.distinct),
                empty: i18n.number(values.empty),
              })}
              {!isGraduated &&
                values.distinct > values.values.length &&
                ` ${t('classes.cut', { n: i18n.number(values.values.length) })}`}
            </p>
          )}
          {classify(ofChoices !== undefined || (values !== undefined && (!isGraduated || !!values.numbers)))}
        </>
      )}
    </div>
  );
}
