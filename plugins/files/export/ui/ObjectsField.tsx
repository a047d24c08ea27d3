import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { API } from '#core/api';
import { isAbort, propertyOf, shortId } from '#core/kernel';
import { listGeometries, type GeometryObject } from '#core/protocol';
import { SearchField, Select, Table, useI18n, useService, useTranslate } from '#core/react';
import type { ExportDesk } from '../model/export-desk.ts';

const NAMES = ['name', 'nome', 'title', 'titolo', 'code', 'codice'];
const MAX_OBJECTS = 200;

/** Selects the objects of a document, one type at a time. */
export const ObjectsField = observer(function ObjectsField({ desk }: { desk: ExportDesk }) {
  const t = useTranslate('export');
  const i18n = useI18n();
  const api = useService(API);
  const [typeName, setTypeName] = useState<string>();
  const [objects, setObjects] = useState<readonly GeometryObject[]>([]);
  const [error, setError] = useState<unknown>();
  const [isLoading, setLoading] = useState(false);
  const [search, setSearch] = useState('');
  const type = desk.types.find(({ name }) => name === (typeName ?? desk.first));
  useEffect(() => {
    if (!type) return;
    const reading = new AbortController();
    setLoading(true);
    setError(undefined);
    api
      .call(
        listGeometries,
        {
          headers: { projectid: desk.projectId, type: encodeURIComponent(type.name) },
          query: { dimension: '2' },
        },
        { signal: reading.signal },
      )
      .then(({ data }) => setObjects(data ?? []))
      .catch((thrown: unknown) => {
        if (!isAbort(thrown)) setError(thrown);
      })
      .finally(() => setLoading(false));
    return () => reading.abort();
  }, [api, desk, type]);
  const label = type?.style.label;
  const rows = useMemo(() => {
    const words = search.trim().toLowerCase();
    const named = objects.map((object) => {
      const key = [label, ...NAMES].find((one) => one && propertyOf(object.properties, one) != null);
      return {
        id: object.id,
        name: key ? String(propertyOf(object.properties, key)) : shortId(object.id),
        object,
      };
    });
    named.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    return named.filter(({ name, id }) => name.toLowerCase().includes(words) || id.startsWith(words));
  }, [objects, search, label]);
  const chosen = new Set(desk.objectIds);
  return (
    <div className="export-objects">
      <Select
        label={t('objects.type')}
        value={type?.name ?? null}
        options={desk.types.map(({ name, title }) => ({ value: name, title: title[i18n.language] || name }))}
        onChange={(name) => setTypeName(name ?? undefined)}
      />
      <SearchField label={t('objects.search')} value={search} onChange={setSearch} />
      <Table
        label={t('objects')}
        className="export-objects-table"
        rows={rows}
        rowId={({ id }) => id}
        rowText={({ name }) => name}
        isLoading={isLoading}
        error={error}
        isVirtual
        selection="multiple"
        selected={chosen}
        onSelect={(ids) => {
          // In the order they were selected; those of other types stay.
          const here = new Set(objects.map(({ id }) => id));
          const remaining = desk.objectIds.filter((id) => ids.has(id) || !here.has(id));
          const added = [...ids].filter((id) => !chosen.has(id));
          desk.choose({ objectIds: [...remaining, ...added].slice(0, MAX_OBJECTS) });
        }}
        empty={<p className="g-muted">{t('objects.none')}</p>}
        columns={[
          { id: 'name', title: t('objects.name'), cell: ({ name }) => name },
          {
            id: 'changed',
            title: t('objects.changed'),
            width: 150,
            secondary: true,
            cell: ({ object }) => i18n.date(object.metadata.updatedAt, { dateStyle: 'medium' }),
          },
        ]}
      />
      <p className="g-muted" role="status">
        {t('objects.chosen', { count: desk.objectIds.length, most: MAX_OBJECTS })}
      </p>
    </div>
  );
});
