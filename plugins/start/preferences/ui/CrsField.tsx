import { API } from '#core/api';
import { crsSearch } from '#core/protocol';
import { ComboBox, useI18n, useService, useTranslate, type Option } from '#core/react';

interface Props {
  label: string;
  description: string | undefined;
  /** `EPSG:<code>`; empty means the project's CRS. */
  value: string;
  onChange: (value: string) => void;
  canBeEmpty: boolean;
}

/** A coordinate reference system, searched by code or name. */
export function CrsField({ value, onChange, canBeEmpty, ...field }: Props) {
  const t = useTranslate('preferences');
  const i18n = useI18n();
  const api = useService(API);
  const find = async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search: text } }, { signal });
    const found = data.map(({ code, name, area, accuracy }) => {
      const exact = accuracy === null ? [] : [t('crs.accuracy', { metres: i18n.number(accuracy) })];
      const detail = [...exact, ...(area === null ? [] : [area])].join(' · ');
      return { value: code, title: `${code} ${name}`, ...(detail === '' ? {} : { detail }) };
    });
    return canBeEmpty && text === '' ? [{ value: '', title: t('crs.ofProject') }, ...found] : found;
  };
  return (
    <ComboBox
      {...field}
      find={find}
      value={value}
      valueTitle={value === '' && canBeEmpty ? t('crs.ofProject') : value}
      onChange={(code) => {
        if (code !== null) onChange(code);
        else if (canBeEmpty) onChange('');
      }}
    />
  );
}
