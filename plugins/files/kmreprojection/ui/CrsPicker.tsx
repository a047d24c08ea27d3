import { API } from '#core/api';
import { crsOf } from '#core/geodesy';
import { crsSearch } from '#core/protocol';
import { ComboBox, useService } from '#core/react';

interface CrsPickerProps {
  label: string;
  description?: string;
  /** Undefined: none is chosen. */
  value: string | undefined;
  onChange: (code: string) => void;
}

/** A reference system, by code or name. */
export function CrsPicker({ label, description, value, onChange }: CrsPickerProps) {
  const api = useService(API);
  const name = value && crsOf(value)?.name;
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
      value={value ?? null}
      valueTitle={name ? `${value} – ${name}` : value}
      onChange={(code) => code !== null && onChange(code)}
    />
  );
}
