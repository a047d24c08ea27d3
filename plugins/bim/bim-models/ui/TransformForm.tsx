import { useState } from 'react';
import { AppError } from '#core/kernel';
import type { BimTransform } from '#core/protocol';
import { Button, Form, NumberField, TextField, useTranslate } from '#core/react';

interface TransformFormProps {
  first: BimTransform | undefined;
  onSave: (transform: BimTransform) => Promise<void>;
  onCancel: () => void;
}

type Numbers = 'eastings' | 'northings' | 'height' | 'rotation' | 'scale';

const CRS = /^EPSG:\d{3,6}$/;

/** The place of a model, typed. */
export function TransformForm({ first, onSave, onCancel }: TransformFormProps) {
  const t = useTranslate('bim-models');
  const [crs, setCrs] = useState(first?.crs ?? '');
  const [vertical, setVertical] = useState(first?.verticalCrs ?? '');
  const [numbers, setNumbers] = useState<Record<Numbers, number | undefined>>({
    eastings: first?.eastings,
    northings: first?.northings,
    height: first?.height ?? 0,
    rotation: first?.rotation ?? 0,
    scale: first?.scale ?? 1,
  });
  const save = async () => {
    const { eastings, northings, height, rotation, scale } = numbers;
    const code = crs.trim().toUpperCase();
    const isWhole = [eastings, northings, height, rotation, scale].every((one) => one !== undefined);
    if (!CRS.test(code)) throw new AppError('no-crs', t('form.crs.wrong'));
    if (!isWhole) throw new AppError('missing', t('form.missing'));
    await onSave({
      crs: code,
      eastings: eastings!,
      northings: northings!,
      height: height!,
      rotation: rotation!,
      scale: scale!,
      verticalCrs: vertical.trim() === '' ? null : vertical.trim().toUpperCase(),
    });
  };
  const field = (name: Numbers, unit: string | undefined, digits: number) => (
    <NumberField
      label={t(`form.${name}`)}
      unit={unit}
      digits={digits}
      value={numbers[name]}
      onChange={(value) => setNumbers({ ...numbers, [name]: value })}
    />
  );
  return (
    <Form onSubmit={save}>
      <TextField label={t('form.crs')} value={crs} onChange={setCrs} placeholder="EPSG:25832" />
      {field('eastings', 'm', 4)}
      {field('northings', 'm', 4)}
      {field('height', 'm', 4)}
      {field('rotation', '°', 8)}
      {field('scale', undefined, 9)}
      <TextField
        label={t('form.vertical')}
        description={t('form.vertical.help')}
        value={vertical}
        onChange={setVertical}
        placeholder="EPSG:7837"
      />
      <div className="models-facts">
        <Button size="s" onPress={onCancel}>
          {t('core:dialog.cancel')}
        </Button>
        <Button size="s" variant="primary" type="submit">
          {t('form.save')}
        </Button>
      </div>
    </Form>
  );
}
