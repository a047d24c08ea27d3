import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { PROJECTS } from '#core/project';
import { crsSearch, listProjectAttributes } from '#core/protocol';
import {
  Button,
  ComboBox,
  PreviewMap,
  Select,
  Tabs,
  useI18n,
  useService,
  useTranslate,
  type Option,
} from '#core/react';
import type { ImportWizard } from '../model/wizard.ts';
import { FieldsTable } from './FieldsTable.tsx';
import { LayersTable } from './LayersTable.tsx';
import { Questions } from './Questions.tsx';
import { ProblemsTable } from './ProblemsTable.tsx';
import { SampleTable } from './SampleTable.tsx';

/** Common encodings by their usual names. */
const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'cp850',
  'cp437',
  'windows-1250',
  'cp852',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'gbk',
  'big5',
  'shift_jis',
  'euc-kr',
];

/** What the server found in the file, and the person's choices. */
export const LookStep = observer(function LookStep({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const i18n = useI18n();
  const result = wizard.result!;
  const types = Object.entries(result.geometryTypes);
  const isSeveral = wizard.chosenLayers.length > 1;
  return (
    <>
      <p className="import-summary">
        {t('look.count', { count: result.count, features: i18n.number(result.count) })}
        {types.map(([type, count]) => (
          <span key={type} className="import-count">
            {t(`type.${type}`)} <span className="g-figures">{i18n.number(count)}</span>
          </span>
        ))}
      </p>
      <div className="import-look">
        {result.preview !== null && result.extent ? (
          <PreviewMap
            label={t('preview.label')}
            preview={result.preview}
            extent={result.extent}
            total={result.count}
          />
        ) : (
          <p className="import-no-map">{t(result.crs === null ? 'preview.noCrs' : 'preview.nothing')}</p>
        )}
        <div className="import-choices">
          {result.layers.length > 1 && (
            <Select
              label={t(isSeveral ? 'look.layer.preview' : 'look.layer')}
              value={wizard.layer ?? null}
              options={result.layers.map(({ name, count }) => ({
                value: name,
                title: name,
                detail: t('look.count', { count, features: i18n.number(count) }),
              }))}
              onChange={(layer) => void wizard.again({ layer })}
            />
          )}
          <CrsField wizard={wizard} />
          {result.encoding !== null && (
            <Select
              label={t('look.encoding')}
              description={t('look.encoding.help')}
              value={result.encoding}
              options={[...new Set([result.encoding, ...ENCODINGS])].map((name) => ({
                value: name,
                title: name.toUpperCase(),
              }))}
              onChange={(encoding) => void wizard.again({ encoding })}
            />
          )}
          {!isSeveral && <TypeField wizard={wizard} />}
        </div>
      </div>
      {wizard.layers.length > 1 && <LayersTable wizard={wizard} />}
      {wizard.questions.length > 0 && <Questions wizard={wizard} />}
      <Tabs
        label={t('look.tabs')}
        className="import-tabs"
        tabs={[
          {
            id: 'problems',
            title: t('problems.title', { count: result.problemCount }),
            content: <ProblemsTable problems={result.problems} total={result.problemCount} />,
          },
          {
            id: 'sample',
            title: t('sample.title'),
            content: <SampleTable rows={result.sample} fields={result.fields} />,
          },
          // Of several layers, all fields are imported as they are.
          ...(isSeveral
            ? []
            : [
                {
                  id: 'fields',
                  title: t('fields.title', { count: wizard.fields.length }),
                  content: <FieldsTable wizard={wizard} />,
                },
              ]),
        ]}
      />
    </>
  );
});

/** The CRS of the file's coordinates: found, or to be chosen. */
const CrsField = observer(function CrsField({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const api = useService(API);
  const { crs } = wizard.result!;
  const find = async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search: text } }, { signal });
    return data.map((one) => ({
      value: one.code,
      title: `${one.code} – ${one.name}`,
      detail: one.area ?? undefined,
    }));
  };
  // Offered, not taken: a wrong system is a wrong place without a word.
  const open = useService(PROJECTS).current?.project;
  const own = open?.id === wizard.projectId ? open?.crs : undefined;
  return (
    <>
      <ComboBox
        label={t('look.crs')}
        description={t(wizard.crs === undefined && crs !== null ? 'look.crs.found' : 'look.crs.help')}
        error={crs === null ? t('look.crs.needed') : undefined}
        find={find}
        value={wizard.crs ?? crs}
        valueTitle={wizard.crs ?? crs ?? undefined}
        onChange={(code) => {
          if (code !== null && code !== wizard.crs) void wizard.again({ crs: code });
        }}
        isRequired
      />
      {crs === null && own !== undefined && (
        <Button size="s" onPress={() => void wizard.again({ crs: own })}>
          {t('look.crs.project', { crs: own })}
        </Button>
      )}
    </>
  );
});

/** A new object type, or an existing one. */
const TypeField = observer(function TypeField({ wizard }: { wizard: ImportWizard }) {
  const t = useTranslate('import');
  const api = useService(API);
  const [known, setKnown] = useState<readonly string[]>([]);
  const { projectId } = wizard;
  useEffect(() => {
    const reading = new AbortController();
    api
      .call(listProjectAttributes, { headers: { projectid: projectId! } }, { signal: reading.signal })
      .then(({ data }) => setKnown(data.map(({ name }) => name)))
      // If the list cannot be loaded, the name is typed.
      .catch(() => undefined);
    return () => reading.abort();
  }, [api, projectId]);
  return (
    <ComboBox
      label={t('look.type')}
      description={t(known.includes(wizard.typeName) ? 'look.type.known' : 'look.type.new')}
      options={known.map((name) => ({ value: name, title: name }))}
      value={wizard.typeName}
      valueTitle={wizard.typeName}
      onChange={(name) => wizard.setTypeName(name ?? '')}
      allowsCustomValue
      isRequired
    />
  );
});
