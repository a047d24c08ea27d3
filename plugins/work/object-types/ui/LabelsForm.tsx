import { withoutUndefined } from '#core/kernel';
import { LABEL_PLACES, type Field, type LabelStyle, type Style } from '#core/protocol';
import { Checkbox, NumberField, Select, useI18n, useTranslate } from '#core/react';
import { fieldFormula, LABEL_HALO, LABEL_SIZE, labelsAt } from '#core/styles';
import { Colour } from './Colour.tsx';
import { FormulaField } from './FormulaField.tsx';
import { ScaleFields } from './ScaleFields.tsx';

const EXAMPLE = "number || ' – ' || round($area, 1)";

const NONE = '';
const OTHER = '*';

/** The line of moved labels in the colour of their text. */
const withoutColour = (leader: LabelStyle['leader']) => (leader?.off ? { off: true } : undefined);

interface LabelsFormProps {
  style: Style;
  fields: readonly Field[];
  onChange: (change: Partial<Style>, part: string) => void;
}

/** Text, look, place and scales of labels. */
export function LabelsForm({ style, fields, onChange }: LabelsFormProps) {
  const t = useTranslate('object-types');
  const { language } = useI18n();
  const labels: LabelStyle = labelsAt(style, undefined) ?? style.labels ?? { text: '' };
  const set = (change: Partial<LabelStyle>, part: string) => {
    onChange({ labels: withoutUndefined({ ...labels, ...change }) }, `labels.${part}`);
  };
  const setLeader = (change: LabelStyle['leader'], part: string) => {
    const leader = withoutUndefined({ ...labels.leader, ...change });
    set({ leader: Object.keys(leader).length > 0 ? leader : undefined }, part);
  };
  const field = fields.find(({ name }) => fieldFormula(name) === labels.text);
  const titles = fields.map(({ name, title }) => ({ value: name, title: title[language] || name }));
  const isShown = labels.text !== '' || labels.dimensions === true;
  return (
    <div className="types-form">
      <Select
        label={t('style.label')}
        value={labels.text === '' ? NONE : (field?.name ?? OTHER)}
        onChange={(name) => {
          if (name === OTHER) return;
          // The field also names the objects, in lists and tiles.
          const text = name === NONE ? '' : fieldFormula(name);
          onChange(
            { labels: { ...labels, text }, ...(name === NONE ? {} : { label: name }) },
            'labels.field',
          );
        }}
        options={[
          { value: NONE, title: t('style.label.none') },
          ...titles,
          ...(labels.text !== '' && !field ? [{ value: OTHER, title: t('label.expression') }] : []),
        ]}
      />
      <FormulaField
        label={t('label.text')}
        value={labels.text}
        description={t('label.text.help', { example: EXAMPLE })}
        onChange={(text) => set({ text }, 'text')}
      />
      <Checkbox
        isSelected={labels.dimensions ?? false}
        onChange={(on) => set({ dimensions: on || undefined }, 'dimensions')}
      >
        {t('label.dimensions')}
      </Checkbox>
      {isShown && (
        <>
          <div className="types-pair">
            <NumberField
              label={t('label.size')}
              value={labels.size ?? LABEL_SIZE}
              min={6}
              max={72}
              unit="px"
              onChange={(size) => size !== undefined && set({ size }, 'size')}
            />
            <Select
              label={t('label.place')}
              value={labels.placement ?? 'auto'}
              onChange={(place) =>
                set(
                  { placement: place === 'auto' ? undefined : (place as LabelStyle['placement']) },
                  'placement',
                )
              }
              options={LABEL_PLACES.map((name) => ({ value: name, title: t(`label.place.${name}`) }))}
            />
          </div>
          <Checkbox
            isSelected={labels.colour === undefined}
            onChange={(on) =>
              set(
                on
                  ? { colour: undefined, halo: undefined, leader: withoutColour(labels.leader) }
                  : { colour: '#15191c', halo: { colour: '#ffffff', width: LABEL_HALO } },
                'theme',
              )
            }
          >
            {t('label.theme')}
          </Checkbox>
          {labels.colour !== undefined && (
            <>
              <Colour
                label={t('label.colour')}
                value={labels.colour}
                onChange={(colour) => set({ colour }, 'colour')}
              />
              <Colour
                label={t('label.halo')}
                value={labels.halo?.colour ?? '#ffffff'}
                onChange={(colour) => set({ halo: { width: LABEL_HALO, ...labels.halo, colour } }, 'halo')}
              />
              <NumberField
                label={t('label.halo.width')}
                value={labels.halo?.width ?? LABEL_HALO}
                min={0}
                max={10}
                step={0.5}
                unit="px"
                onChange={(width) =>
                  width !== undefined && set({ halo: { ...labels.halo, width } }, 'halo.width')
                }
              />
            </>
          )}
          <Checkbox
            isSelected={!labels.leader?.off}
            onChange={(on) => setLeader({ off: on ? undefined : true }, 'leader')}
          >
            {t('label.leader')}
          </Checkbox>
          {labels.colour !== undefined && !labels.leader?.off && (
            <Colour
              label={t('label.leader.colour')}
              value={labels.leader?.colour ?? labels.colour}
              onChange={(colour) => setLeader({ colour }, 'leader.colour')}
            />
          )}
          <ScaleFields range={labels} onChange={set} />
        </>
      )}
    </div>
  );
}
