import { useRef } from 'react';
import { API } from '#core/api';
import { crsOf, learnCrs } from '#core/geodesy';
import { PROJECTS } from '#core/project';
import { crsSearch, type AnswerOf } from '#core/protocol';
import {
  Button,
  ComboBox,
  useObservable,
  useService,
  useSetting,
  useTranslate,
  type Option,
} from '#core/react';

const WGS84 = 'EPSG:4326';

/** Chooses the system in which coordinates are read and typed in the open project. */
export default function CrsPicker({ close }: { close: () => void }) {
  const t = useTranslate('map-2d');
  const api = useService(API);
  const projects = useService(PROJECTS);
  const open = useObservable(projects.current$, projects.current);
  const project = useObservable(open?.project$, open?.project);
  const [crs, setCrs] = useSetting('workingCrs');
  const found = useRef<AnswerOf<typeof crsSearch>>([]);
  const find = async (search: string, signal: AbortSignal): Promise<readonly Option[]> => {
    const { data } = await api.call(crsSearch, { query: { search } }, { signal });
    found.current = data;
    return data.map(({ code, name, area }) => ({
      value: code,
      title: `${code} – ${name}`,
      ...(area === null ? {} : { detail: area }),
    }));
  };
  const choose = (code: string | null): void => {
    if (code === null) return;
    const definition = found.current.find((one) => one.code === code);
    if (definition) learnCrs(definition);
    setCrs(code);
    close();
  };
  const name = (code: string) => crsOf(code)?.name ?? '';
  return (
    <>
      <ComboBox
        label={t('crs.title')}
        description={t('crs.help')}
        find={find}
        value={crs}
        valueTitle={`${crs} – ${name(crs)}`}
        onChange={choose}
      />
      {project && project.crs !== crs && (
        <Button onPress={() => choose(project.crs)}>{t('crs.project', { crs: project.crs })}</Button>
      )}
      {crs !== WGS84 && project?.crs !== WGS84 && (
        <Button onPress={() => choose(WGS84)}>{t('crs.degrees', { crs: WGS84 })}</Button>
      )}
    </>
  );
}
