import { API } from '#core/api';
import { crsOf } from '#core/geodesy';
import { crsSearch } from '#core/protocol';
import { ComboBox, useService } from '#core/react';

interface CrsPickerProps {
  label: string;
  description?: string;
  value: string;
  onChange: (code: string) => void;
}

/** A reference system, by code or name. */
export function CrsPicker({ label, description, value, onChange }: CrsPickerProps) {
  const api = useService(API);
  const name = crsOf(value)?.name;
  return (
    <ComboBox
      label={label}
      description={description}
      find={async (search, signal) => {
        const { data } = await api.call(crsSearch, { query: { search } }, { signal });
        return data.map((crs) => ({
          value: crs.code,
          title: `${crs.code} – ${crs.name}`,
          detail: crs.area ?? undefined,
        }));
      }}
      value={value}
      valueTitle={name ? `${value} – ${name}` : value}
      onChange={(code) => code !== null && onChange(code)}
      isRequired
    />
  );
}
