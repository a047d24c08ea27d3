import type { SourceOf } from '#core/protocol';
import { TextField, useTranslate } from '#core/react';

interface VectorStyleFieldProps {
  source: SourceOf<'vector-tiles'>;
  onChange: (source: SourceOf<'vector-tiles'>) => void;
}

/** Address of the Mapbox style of a layer; empty: one colour. */
export function VectorStyleField({ source, onChange }: VectorStyleFieldProps) {
  const t = useTranslate('external-layers');
  const isWrong = source.style !== null && !URL.canParse(source.style);
  return (
    <TextField
      label={t('vector-tiles.style-url')}
      description={t('vector-tiles.style-url.help')}
      placeholder="https://…/style.json"
      value={source.style ?? ''}
      onChange={(text) => onChange({ ...source, style: text.trim() === '' ? null : text.trim() })}
      error={isWrong ? t('vector-tiles.style-url.wrong') : undefined}
      maxLength={2000}
    />
  );
}
