import { useState } from 'react';
import type { SourceOf } from '#core/protocol';
import { Select, TextField, useTranslate } from '#core/react';
import { isMoment, listedMoments } from '../model/times.ts';

interface TimeFieldProps {
  source: SourceOf<'wms'>;
  /** Empty: the default of the server. */
  onChange: (time: string) => void;
}

/** The moment of which a layer is shown. */
export function TimeField({ source, onChange }: TimeFieldProps) {
  const t = useTranslate('external-layers');
  const [typed, setTyped] = useState(source.time ?? '');
  const moments = listedMoments(source.times);
  if (moments)
    return (
      <Select
        label={t('time')}
        options={[
          { value: '', title: t('time.default') },
          ...moments.map((moment) => ({ value: moment, title: moment })),
        ]}
        value={source.time ?? ''}
        onChange={onChange}
      />
    );
  return (
    <TextField
      label={t('time')}
      description={t('time.help', { times: excerptOf(source.times) })}
      placeholder="2024-05-01"
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text === '' || isMoment(text)) onChange(text);
      }}
      error={typed === '' || isMoment(typed) ? undefined : t('time.wrong')}
      maxLength={100}
    />
  );
}

function excerptOf(times: string): string {
  return times.length > 100 ? `${times.slice(0, 100)}…` : times;
}
