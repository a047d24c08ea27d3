import { useEffect, useState } from 'react';
import { API } from '#core/api';
import { isAbort } from '#core/kernel';
import { listProjectAttributes, type ObjectType } from '#core/protocol';
import {
  Button,
  Dialog,
  downloadText,
  ErrorPanel,
  Icon,
  IconButton,
  Link,
  Skeleton,
  useCopy,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import type { ProjectDialogProps } from '#plugins/start/projects/api';
import { fileNameOf } from '../model/file-name.ts';
import { layerDefinition } from '../model/qlr.ts';
import './OpenInQgis.css';

/** The addresses of a project for other programs, and its layers as a file for QGIS. */
export default function OpenInQgis({ project, onClose }: ProjectDialogProps) {
  const t = useTranslate('qgis');
  const { origin } = window.location;
  const services = [
    { id: 'ogcapi', address: `${origin}/ogcapi/${project.id}` },
    { id: 'wfs', address: `${origin}/wfs/${project.id}` },
    { id: 'tiles', address: `${origin}/api/tiles/${project.id}/{z}/{x}/{y}.mvt` },
    { id: 'style', address: `${origin}/api/tiles/${project.id}/style.json` },
    { id: 'stac', address: `${origin}/stac/${project.id}` },
  ];
  return (
    <Dialog
      isOpen
      title={t('dialog', { project: project.projectName })}
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('close')}</Button>}
    >
      <div className="qgis-dialog">
        <section>
          <h3>{t('files')}</h3>
          <p className="g-muted">{t('files.help')}</p>
          <Layers project={project} />
        </section>
        <section>
          <h3>{t('signIn')}</h3>
          <p className="g-muted">{t('signIn.help')}</p>
          <Link
            button="secondary"
            href="/user-preference#tokens"
            onClick={onClose}
            icon={<Icon name="link" />}
          >
            {t('signIn.token')}
          </Link>
        </section>
        <section>
          <h3>{t('addresses')}</h3>
          <dl className="qgis-addresses">
            {services.map(({ id, address }) => (
              <Address key={id} title={t(`address.${id}`)} help={t(`address.${id}.help`)} address={address} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Address({ title, help, address }: { title: string; help: string; address: string }) {
  const t = useTranslate('qgis');
  const copy = useCopy();
  return (
    <div>
      <dt>{title}</dt>
      <dd className="g-muted">{help}</dd>
      <dd className="qgis-address">
        <code>{address}</code>
        <IconButton
          size="s"
          label={t('copy', { title })}
          icon={<Icon name="copy" />}
          onPress={() => void copy(address)}
        />
      </dd>
    </div>
  );
}

type Loaded = { types: readonly ObjectType[] } | { error: unknown } | undefined;

/** The layer definition files of the project and of each of its layers. */
function Layers({ project }: { project: ProjectDialogProps['project'] }) {
  const t = useTranslate('qgis');
  const i18n = useI18n();
  const api = useService(API);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const reading = new AbortController();
    api.call(listProjectAttributes, { headers: { projectid: project.id } }, { signal: reading.signal }).then(
      ({ data }) => setLoaded({ types: data }),
      (error: unknown) => !isAbort(error) && setLoaded({ error }),
    );
    return () => reading.abort();
  }, [api, project.id, attempt]);
  const titleOf = ({ title, name }: ObjectType): string => title[i18n.language] || name;
  const save = (name: string, types: readonly ObjectType[]): void =>
    downloadText(
      `${fileNameOf(name)}.qlr`,
      layerDefinition({
        group: project.projectName,
        address: `${window.location.origin}/ogcapi/${project.id}`,
        types,
        titleOf,
      }),
    );
  if (!loaded) return <Skeleton lines={2} />;
  if ('error' in loaded)
    return (
      <ErrorPanel
        error={loaded.error}
        title={t('files.failed')}
        onRetry={() => {
          setLoaded(undefined);
          setAttempt(attempt + 1);
        }}
      />
    );
  const { types } = loaded;
  if (types.length === 0) return <p>{t('files.none')}</p>;
  return (
    <>
      <Button
        variant="primary"
        icon={<Icon name="download" />}
        onPress={() => save(project.projectName, types)}
      >
        {t('files.all', { count: types.length })}
      </Button>
      <ul className="qgis-layers">
        {types.map((type) => (
          <li key={type.id}>
            <span>{titleOf(type)}</span>
            <IconButton
              size="s"
              label={t('files.one', { layer: titleOf(type) })}
              icon={<Icon name="download" />}
              onPress={() => save(titleOf(type), [type])}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
