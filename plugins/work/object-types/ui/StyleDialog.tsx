import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { API } from '#core/api';
import { AppError } from '#core/kernel';
import { setStyle as setStyleCall, type Field, type ObjectType, type Style } from '#core/protocol';
import {
  Button,
  Dialog,
  Form,
  NumberField,
  Select,
  Slider,
  Swatch,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import type { TypeSource } from '../api.ts';
import { EDITED_STYLE } from '../model/edited-style.ts';
import './style.css';

const NONE = '';
const DASHES: Record<string, number[] | undefined> = { solid: undefined, dashed: [8, 4], dotted: [2, 4] };
const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const;

export default observer(function StyleDialog() {
  const styling = useService(EDITED_STYLE);
  return styling.edited ? <OfType {...styling.edited} onClose={() => styling.close()} /> : null;
});

/** The style of an object type, for everyone who sees it. */
function OfType({ type, source, onClose }: { type: ObjectType; source: TypeSource; onClose: () => void }) {
  const t = useTranslate('object-types');
  const { language } = useI18n();
  const api = useService(API);
  const [style, setStyle] = useState<Style>(type.style);
  const set = (change: Partial<Style>) => setStyle((now) => ({ ...now, ...change }));
  const [isPoint, isLine] = [type.geometryType?.endsWith('Point'), type.geometryType?.endsWith('LineString')];
  const fill = style.fill ?? `${style.stroke.slice(0, 7)}33`;
  const title = type.title[language] || type.name;

  const save = async () => {
    try {
      await api.call(setStyleCall, {
        params: { id: type.id },
        body: style,
        ifMatch: String(type.version),
      });
    } catch (failure) {
      if (!(failure instanceof AppError && failure.status === 412)) throw failure;
      await source.reloadTypes();
      throw new AppError('overtaken', t('style.overtaken'), { cause: failure });
    }
    await source.reloadTypes();
    onClose();
  };
  return (
    <Dialog
      isOpen
      size="s"
      keepOpen
      title={t('style.title', { type: title })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form="types-style">
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id="types-style" onSubmit={save}>
        <div className="types-sample">
          <Swatch style={style} geometryType={type.geometryType} />
          <span className="g-muted">{t('style.help')}</span>
        </div>
        <Colour label={t('style.stroke')} value={style.stroke} onChange={(stroke) => set({ stroke })} />
        <NumberField
          label={t('style.width')}
          value={style.width}
          onChange={(width) => width !== undefined && set({ width })}
          min={0}
          max={40}
          unit="px"
        />
        <Select
          label={t('style.dash')}
          value={Object.keys(DASHES).find((name) => DASHES[name]?.join() === style.dash?.join()) ?? 'dashed'}
          onChange={(name) => set({ dash: DASHES[name] })}
          options={Object.keys(DASHES).map((name) => ({ value: name, title: t(`dash.${name}`) }))}
        />
        {!isLine && (
          <>
            <Colour
              label={t('style.fill')}
              value={fill}
              onChange={(colour) => set({ fill: colour + alphaOf(fill) })}
            />
            <Slider
              label={t('style.fill.opacity')}
              value={parseInt(alphaOf(fill) || 'ff', 16) / 255}
              minValue={0}
              maxValue={1}
              step={0.05}
              formatOptions={{ style: 'percent' }}
              onChange={(value) => set({ fill: fill.slice(0, 7) + hex(value) })}
            />
          </>
        )}
        {isPoint && (
          <>
            <NumberField
              label={t('style.radius')}
              value={style.radius ?? 5}
              onChange={(radius) => radius !== undefined && set({ radius })}
              min={1}
              max={40}
              unit="px"
            />
            <Select
              label={t('style.shape')}
              value={style.shape ?? 'circle'}
              onChange={(shape) => set({ shape: shape as Style['shape'] })}
              options={SHAPES.map((shape) => ({ value: shape, title: t(`shape.${shape}`) }))}
            />
          </>
        )}
        <Attribute
          label={t('style.label')}
          none={t('style.label.none')}
          value={style.label}
          fields={type.fields}
          onChange={(label) => set({ label })}
        />
        {!isPoint && !isLine && (
          <Attribute
            label={t('style.height')}
            none={t('style.height.none')}
            value={style.height}
            fields={type.fields.filter((field) => field.type === 'number' || field.type === 'integer')}
            onChange={(height) => set({ height })}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** Chooses one of the type's attributes, or none. */
function Attribute({
  label,
  none,
  value,
  fields,
  onChange,
}: {
  label: string;
  none: string;
  value: string | undefined;
  fields: readonly Field[];
  onChange: (name: string | undefined) => void;
}) {
  const { language } = useI18n();
  const titles = fields.map(({ name, title }) => ({ value: name, title: title[language] || name }));
  return (
    <Select
      label={label}
      value={value ?? NONE}
      onChange={(name) => onChange(name === NONE ? undefined : name)}
      options={[{ value: NONE, title: none }, ...titles]}
    />
  );
}

/** A colour as `#rrggbb`; the rest of `value` (alpha) is kept. */
function Colour({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (colour: string) => void;
}) {
  const id = useId();
  return (
    <div className="types-colour">
      <label htmlFor={id} className="g-label">
        {label}
      </label>
      <input
        id={id}
        type="color"
        value={value.slice(0, 7)}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function alphaOf(colour: string): string {
  return colour.slice(7);
}

function hex(fraction: number): string {
  return Math.round(fraction * 255)
    .toString(16)
    .padStart(2, '0');
}
