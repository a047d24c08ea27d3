import { useId, useRef, useState } from 'react';
import { API } from '#core/api';
import { HOST } from '#core/plugin';
import {
  crsSearch,
  DEFAULT_FORMAT,
  geocode,
  grants,
  type BodyOf,
  type createProject,
  type FoundPlace,
  type Project,
} from '#core/protocol';
import {
  Button,
  ComboBox,
  Dialog,
  Disclosure,
  Form,
  Icon,
  onDemand,
  TextField,
  useI18n,
  useService,
  useTranslate,
  type Option,
} from '#core/react';
import { SESSION } from '#core/session';
import { ProjectChangedError } from '../model/change-project.ts';
import { locationOf } from '../model/place.ts';
import { FormatFields } from './FormatFields.tsx';
import { NextSteps } from './NextSteps.tsx';
import type { ProjectAct } from './ProjectTable.tsx';
import { SampleButton } from './SampleButton.tsx';
import { SuggestedSystems } from './SuggestedSystems.tsx';

const PlaceOnMap = onDemand(() => import('./PlaceOnMap.tsx'));

const DEGREES = { minimumFractionDigits: 5, maximumFractionDigits: 5 };

/** Default CRS of a new project: WGS 84. */
const DEFAULT_CRS = 'EPSG:4326';

interface ProjectDialogProps {
  /** The project to edit; undefined creates one. */
  project?: Project;
  /**
   * Saves and ends the dialog, which shows what it throws. `base` is the project on which the draft is based, the
   * current one after a ProjectChangedError. `then`: the dialogs that follow a new project.
   */
  onSave: (
    draft: BodyOf<typeof createProject>,
    base: Project | undefined,
    then: readonly ProjectAct[],
  ) => Promise<void>;
  /** Creates a sample project instead; undefined for who may not. */
  onSample?: (() => Promise<void>) | undefined;
  onClose: () => void;
}

/** A project's name, reference system, units and decimals. */
export function ProjectDialog({ project, onSave, onSample, onClose }: ProjectDialogProps) {
  const t = useTranslate('projects');
  const i18n = useI18n();
  const api = useService(API);
  const form = useId();
  const [name, setName] = useState(project?.projectName ?? '');
  const [crs, setCrs] = useState<string | null>(project?.crs ?? DEFAULT_CRS);
  /** The title of a system that was suggested: the field has not searched for it. */
  const [crsTitle, setCrsTitle] = useState<string>();
  const [displayFormat, setFormat] = useState(project?.displayFormat ?? DEFAULT_FORMAT);
  /** The project as stored; replaced when someone else changed it first. */
  const [base, setBase] = useState(project);
  const [conflict, setConflict] = useState<Project>();
  const [then, setThen] = useState<readonly ProjectAct[]>([]);

  const findCrs = async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search: text } }, { signal });
    return data.map((one) => ({
      value: one.code,
      title: `${one.code} – ${one.name}`,
      detail: one.area ?? undefined,
    }));
  };
  const session = useService(SESSION);
  const [place, setPlace] = useState<string | null>(null);
  const [found, setFound] = useState<FoundPlace>();
  const places = useRef(new Map<string, FoundPlace>());
  const findPlace = async (text: string, signal: AbortSignal): Promise<readonly Option[]> => {
    if (text.trim() === '') return [];
    const { data } = await api.call(geocode, { query: { text }, headers: {} }, { signal });
    return data.results.map((found) => {
      const value = `${found.name} ${found.position.join()}`;
      places.current.set(value, found);
      return { value, title: found.name, detail: found.context };
    });
  };
  const [onMap, setOnMap] = useState(false);
  const hasMap = useService(HOST).manifests.some(({ id }) => id === 'map-2d');
  const clickPlace = (position: [number, number]) => {
    const name = t('place.clicked', {
      latitude: i18n.number(position[1], DEGREES),
      longitude: i18n.number(position[0], DEGREES),
    });
    setPlace(name);
    setFound({ kind: 'coordinates', name, context: '', position, extent: null, source: 'typed' });
  };
  const save = async () => {
    const draft = {
      projectName: name,
      displayFormat,
      ...(crs === null ? {} : { crs }),
      ...(found && { location: locationOf(found) }),
    };
    try {
      await onSave(draft, base, then);
    } catch (failure) {
      if (!(failure instanceof ProjectChangedError)) throw failure;
      setBase(failure.current);
      setConflict(failure.current);
    }
  };
  return (
    <Dialog
      isOpen
      keepOpen
      size="s"
      title={t(project ? 'change' : 'new')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t(project ? (conflict ? 'saveAnyway' : 'save') : 'create')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={save}>
        <TextField
          label={t('name')}
          name="projectName"
          value={name}
          onChange={setName}
          isRequired
          maxLength={120}
          autoFocus
        />
        {!project && grants(session.me?.authorizations ?? [], 'geometries.read') && (
          <>
            <ComboBox
              label={t('place')}
              description={t('place.help')}
              find={findPlace}
              value={place}
              valueTitle={found?.name}
              onChange={(value) => {
                setPlace(value);
                setFound(value === null ? undefined : places.current.get(value));
              }}
            />
            {hasMap && (
              <Button
                size="s"
                className="projects-on-map"
                icon={<Icon name="map" />}
                onPress={() => setOnMap(!onMap)}
              >
                {t(onMap ? 'place.onMap.close' : 'place.onMap')}
              </Button>
            )}
            {onMap && <PlaceOnMap found={found} onChoose={clickPlace} />}
          </>
        )}
        <ComboBox
          label={t('crs')}
          name="crs"
          description={t('crs.help')}
          find={findCrs}
          value={crs}
          valueTitle={crsTitle}
          onChange={(code) => {
            setCrs(code);
            setCrsTitle(undefined);
          }}
          isRequired
        />
        {found && (
          <SuggestedSystems
            place={found}
            chosen={crs}
            onChoose={({ code, name: title }) => {
              setCrs(code);
              setCrsTitle(`${code} – ${title}`);
            }}
          />
        )}
        {!project && <NextSteps chosen={then} onChange={setThen} />}
        <Disclosure title={t('format')}>
          <FormatFields format={displayFormat} onChange={setFormat} />
        </Disclosure>
        {onSample && (
          <p className="projects-sample g-muted">
            {t('sample.help')}
            <SampleButton size="s" onCreate={onSample} />
          </p>
        )}
        {conflict && (
          <p className="projects-conflict" role="alert">
            {t('overtaken', {
              name: conflict.projectName,
              crs: conflict.crs,
              lengths: conflict.displayFormat.lengthUnit,
              areas: conflict.displayFormat.areaUnit,
            })}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
