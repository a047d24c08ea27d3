import { useState } from 'react';
import { API } from '#core/api';
import { titleOf } from '#core/fields';
import { sentenceOf } from '#core/kernel';
import { getLegend, type ObjectType, type Project } from '#core/protocol';
import {
  Button,
  EmptyState,
  Icon,
  saveFile,
  Skeleton,
  Swatch,
  useBytes,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { FIELDS_EDITOR, STYLE_EDITOR, type TypeSource } from '#plugins/work/object-types/api';

interface StyleTabProps {
  type: ObjectType;
  source: TypeSource;
  /** The project whose legend is shown. */
  project: Pick<Project, 'id' | 'projectName'> | undefined;
}

/** How objects of a type are drawn, and its entry in the legend of a project. */
export function StyleTab({ type, source, project }: StyleTabProps) {
  const t = useTranslate('object-management');
  const i18n = useI18n();
  const { mayEdit } = useService(FIELDS_EDITOR);
  const editor = useService(STYLE_EDITOR);
  const { stroke, width, fill, radius, dash, label, height } = type.style;
  const titleOfField = (name: string | undefined) => {
    const field = type.fields.find((each) => each.name === name);
    return field ? titleOf(field, i18n) : t('style.none');
  };
  const isPoint = type.geometryType?.endsWith('Point') ?? false;
  const facts = [
    ['style.line', t('style.line.value', { colour: stroke, width: i18n.number(width) })],
    ['style.dash', dash ? dash.map((each) => i18n.number(each)).join(' – ') : t('style.solid')],
    ['style.fill', fill ?? t('style.none')],
    ...(isPoint ? [['style.radius', t('style.pixels', { n: i18n.number(radius ?? 5) })]] : []),
    ['style.label', titleOfField(label)],
    ...(isPoint ? [] : [['style.height', titleOfField(height)]]),
  ] as const;
  return (
    <div className="objm-section">
      <div className="objm-style">
        <span className="objm-sample">
          <Swatch style={type.style} geometryType={type.geometryType} />
        </span>
        <dl className="objm-facts">
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {mayEdit && (
        <Button icon={<Icon name="palette" />} onPress={() => editor.open(type, source)}>
          {t('style.edit')}
        </Button>
      )}
      <h3>{t('legend')}</h3>
      {project ? (
        <Legend type={type} project={project} />
      ) : (
        <EmptyState icon={<Icon name="legend" />} title={t('legend.none')}>
          {t('legend.none.help')}
        </EmptyState>
      )}
    </div>
  );
}

function Legend({ type, project }: { type: ObjectType; project: Pick<Project, 'id' | 'projectName'> }) {
  const t = useTranslate('object-management');
  const { language } = useI18n();
  const api = useService(API);
  const toasts = useService(TOASTS);
  const [isSaving, setSaving] = useState(false);
  const headers = { projectid: project.id };
  const ofType = { ...headers, type: encodeURIComponent(type.name) };
  const key = `${project.id} ${type.id} ${type.version} ${language}`;
  const { url, error } = useBytes(
    key,
    (signal) => api.bytes(getLegend, { headers: ofType, query: { format: 'svg' } }, { signal }),
    'image/svg+xml',
  );
  const save = async (format: 'svg' | 'png') => {
    setSaving(true);
    try {
      const query = format === 'png' ? { format, scale: 2 } : { format };
      const { data } = await api.bytes(getLegend, { headers, query });
      const mediaType = format === 'png' ? 'image/png' : 'image/svg+xml';
      saveFile(
        new Blob([data ?? new ArrayBuffer(0)], { type: mediaType }),
        `${t('legend')} ${project.projectName}.${format}`,
      );
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      {error !== undefined ? (
        <p className="g-error" role="alert">
          {error}
        </p>
      ) : url === undefined ? (
        <Skeleton height={40} />
      ) : (
        <img className="objm-legend" src={url} alt={t('legend.of', { type: titleIn(type, language) })} />
      )}
      <div className="objm-bar">
        {(['svg', 'png'] as const).map((format) => (
          <Button
            key={format}
            icon={<Icon name="download" />}
            isDisabled={isSaving}
            onPress={() => void save(format)}
          >
            {t('legend.save', { format: format.toUpperCase() })}
          </Button>
        ))}
        <span className="g-muted">{t('legend.whole', { project: project.projectName })}</span>
      </div>
    </>
  );
}

function titleIn({ title, name }: ObjectType, language: 'en' | 'it'): string {
  return title[language] || name;
}
