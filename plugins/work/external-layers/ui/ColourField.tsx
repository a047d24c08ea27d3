import { useTranslate } from '#core/react';

/** The colour of the objects of a layer. */
export function ColourField({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const t = useTranslate('external-layers');
  return (
    <label className="ext-colour">
      {t('features.colour')}
      <input type="color" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
