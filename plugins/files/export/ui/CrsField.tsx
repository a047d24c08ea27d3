import { useRef } from 'react';
import { observer } from 'mobx-react-lite';
import { API } from '#core/api';
import { crsSearch } from '#core/protocol';
import { ComboBox, useService, useTranslate } from '#core/react';
import { isGeographic, type ExportDesk } from '../model/export-desk.ts';

export const CrsField = observer(function CrsField({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  const api = useService(API);
  const known = useRef(new Map<string, boolean>());
  const find = async (text: string, signal: AbortSignal) => {
    const { data } = await api.call(crsSearch, { query: { search: text } }, { signal });
    for (const { code, proj4 } of data) known.current.set(code, isGeographic(proj4));
    return data.map(({ code, name, area }) => ({
      value: code,
      title: `${code} – ${name}`,
      detail: area ?? undefined,
    }));
  };
  return (
    <ComboBox
      label={t('crs')}
      description={t(desk.kind === 'data' || desk.kind === 'intersections' ? 'crs.help' : 'crs.help.pdf')}
      find={find}
      value={desk.crs ?? null}
      valueTitle={desk.crs}
      onChange={(crs) => {
        if (crs !== null) desk.choose({ crs, degrees: known.current.get(crs) ?? false });
      }}
    />
  );
});
