import { API } from '#core/api';
import { crsSearch } from '#core/protocol';
import { Button, ComboBox, useService, useTranslate } from '#core/react';

interface CrsFieldProps {
  value: string | null;
  isFromFile: boolean;
  /** Of the project, offered where the file names none that fits. */
  suggested?: string | undefined;
  onChange: (code: string) => void;
}

/** The reference system of a point cloud: found in its file, or chosen. */
export function CrsField({ value, isFromFile, suggested, onChange }: CrsFieldProps) {
  const t = useTranslate('clouds');
  const api = useService(API);
  const field = (
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
  if (value !== null || suggested === undefined) return field;
  return (
    <div className="clouds-crs">
      {field}
      <Button size="s" onPress={() => onChange(suggested)}>
        {t('crs.ofProject', { crs: suggested })}
      </Button>
    </div>
  );
}
