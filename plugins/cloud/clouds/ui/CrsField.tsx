import { API } from '#core/api';
import { crsSearch } from '#core/protocol';
import { ComboBox, useService, useTranslate } from '#core/react';

interface CrsFieldProps {
  value: string | null;
  isFromFile: boolean;
  onChange: (code: string) => void;
}

/** The reference system of a point cloud: found in its file, or chosen. */
export function CrsField({ value, isFromFile, onChange }: CrsFieldProps) {
  const t = useTranslate('clouds');
  const api = useService(API);
  return (
    <ComboBox
      label={t('crs')}
      description={t(isFromFile ? 'crs.found' : 'crs.help')}
      error={value === null ? t('crs.needed') : undefined}
      find={async (search, signal) => {
        const { data } = await api.call(crsSearch, { query: { search } }, { signal });
        return data.map(({ code, name, area }) => ({
          value: code,
          title: `${code} – ${name}`,
          detail: area ?? undefined,
        }));
      }}
      value={value}
      valueTitle={value ?? undefined}
      onChange={(code) => {
        if (code !== null && code !== value) onChange(code);
      }}
      isRequired
    />
  );
}
