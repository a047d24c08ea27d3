import { API } from '#core/api';
import { crsSearch } from '#core/protocol';
import { ComboBox, useService } from '#core/react';

interface CrsChoiceProps {
  label: string;
  description: string;
  value: string | undefined;
  onChange: (code: string) => void;
}

/** A reference system, by code, name or area. */
export function CrsChoice({ label, description, value, onChange }: CrsChoiceProps) {
  const api = useService(API);
  return (
    <ComboBox
      label={label}
      description={description}
      find={async (search, signal) => {
        const { data } = await api.call(crsSearch, { query: { search } }, { signal });
        return data.map(({ code, name, area }) => ({
          value: code,
          title: `${code} – ${name}`,
          detail: area ?? undefined,
        }));
      }}
      value={value ?? null}
      valueTitle={value}
      onChange={(code) => code !== null && onChange(code)}
    />
  );
}
