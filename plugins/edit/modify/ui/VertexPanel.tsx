import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { map, startWith } from 'rxjs';
import { crsOf, dependsOnHeight, project as toCrs, unitOfCrs, unproject } from '#core/geodesy';
import { vertexAt } from '#core/mapview';
import { PROJECTS, type OpenProject } from '#core/project';
import type { Position } from '#core/protocol';
import {
  Button,
  EmptyState,
  Form,
  Icon,
  LengthField,
  NumberField,
  Switch,
  useObservable,
  useService,
  useSetting,
  useWorkingCrs,
  useTranslate,
} from '#core/react';
import { coordinateDigits } from '#core/sketch';
import { moveVertices, type VertexRef } from '../edits/vertices.ts';
import { makesCrossing } from '../model/crossing.ts';
import { removeVertex } from '../model/remove-vertex.ts';
import { VERTEX_EDITING, type VertexEditing } from '../model/vertex-editing.ts';
import './VertexPanel.css';

/** The active vertex in exact numbers, in the working CRS or longitude and latitude, and the editing options. */
export default observer(function VertexPanel() {
  const t = useTranslate('modify');
  const editing = useService(VERTEX_EDITING);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  return (
    <div className="vertex-panel">
      <Switch
        isSelected={editing.shared}
        onChange={(shared) => editing.setShared(shared)}
        description={t('shared.help')}
      >
        {t('shared')}
      </Switch>
      {project && editing.active ? (
        <Chosen project={project} editing={editing} vertex={editing.active} />
      ) : (
        <EmptyState icon={<Icon name="vertices" size={20} />} title={t('panel.none')}>
          {t('panel.none.help')}
        </EmptyState>
      )}
    </div>
  );
});

function Chosen({
  project,
  editing,
  vertex,
}: {
  project: OpenProject;
  editing: VertexEditing;
  vertex: VertexRef;
}) {
  const { document } = project;
  // Emits on every change of the document, whoever made it.
  const [changes$] = useState(() =>
    document.changes$.pipe(
      map(() => document),
      startWith(document),
      map((now) => now.get(vertex.id)),
    ),
  );
  useObservable(changes$, undefined);
  const workingCrs = useWorkingCrs();
  const object = document.get(vertex.id);
  const position = object && placeOf(object.location, vertex);
  if (!position) return null;
  const crs = shows(workingCrs, position) ? workingCrs : 'EPSG:4326';
  return (
    <Ordinates
      key={`${crs} ${position.join()}`}
      crs={crs}
      project={project}
      editing={editing}
      vertex={vertex}
      position={position}
    />
  );
}

interface OrdinatesProps {
  project: OpenProject;
  editing: VertexEditing;
  vertex: VertexRef;
  position: Position;
  crs: string;
}

function Ordinates({ project, editing, vertex, position, crs }: OrdinatesProps) {
  const t = useTranslate('modify');
  const geographic = crsOf(crs)?.geographic ?? true;
  const { symbol } = unitOfCrs(crs);
  const [units] = useSetting('units');
  const digits = coordinateDigits(crs, units.coordinateDigits);
  const [east, north] = toCrs(crs, position);
  const [typed, setTyped] = useState<{ east?: number; north?: number; height?: number | undefined }>({
    east,
    north,
    height: position[2],
  });
  const [problem, setProblem] = useState<string>();
  const save = (): void => {
    if (typed.east === undefined || typed.north === undefined) return;
    // Values that were not edited keep all their digits.
    const isRaised = typed.height !== position[2] && dependsOnHeight(crs);
    const moved = typed.east !== east || typed.north !== north || isRaised;
    const [longitude, latitude] = moved ? unproject(crs, [typed.east, typed.north, typed.height]) : position;
    const to: Position =
      typed.height === undefined ? [longitude, latitude] : [longitude, latitude, typed.height];
    const edit = moveVertices(editing.along(vertex, project.document), to);
    const crosses = makesCrossing(edit, project.document);
    setProblem(crosses ? 'modify:problem.crosses.typed' : undefined);
    if (crosses) return;
    project.history.perform(edit, {
      label: 'modify:step.move-vertex',
      code: 'move-vertex',
    });
  };
  return (
    <Form onSubmit={save}>
      <p className="g-muted">{t('panel.crs', { crs })}</p>
      <NumberField
        label={t(geographic ? 'panel.longitude' : 'panel.east')}
        unit={symbol}
        digits={digits}
        step={geographic ? 0.00001 : 0.1}
        value={typed.east}
        onChange={(value) => setTyped({ ...typed, east: value })}
        isRequired
      />
      <NumberField
        label={t(geographic ? 'panel.latitude' : 'panel.north')}
        unit={symbol}
        digits={digits}
        step={geographic ? 0.00001 : 0.1}
        value={typed.north}
        onChange={(value) => setTyped({ ...typed, north: value })}
        isRequired
      />
      {position.length === 3 && (
        <LengthField
          label={t('panel.height')}
          digits={units.lengthDigits}
          step={0.1}
          value={typed.height}
          onChange={(height) => setTyped({ ...typed, height })}
          isRequired
        />
      )}
      <div className="vertex-actions">
        <Button type="submit" variant="primary">
          {t('panel.apply')}
        </Button>
        <Button onPress={() => setProblem(removeVertex(vertex, editing, project))}>
          {t('panel.remove')}
        </Button>
      </div>
      {problem && (
        <p className="g-error" role="alert">
          {t(problem)}
        </p>
      )}
    </Form>
  );
}

/** Returns whether the CRS can represent the position. */
function shows(crs: string, position: Position): boolean {
  try {
    return toCrs(crs, position).length === 2;
  } catch {
    return false;
  }
}

/** Undefined if the vertex is gone. */
function placeOf(location: Parameters<typeof vertexAt>[0], vertex: VertexRef): Position | undefined {
  try {
    return vertexAt(location, vertex.path);
  } catch {
    return undefined;
  }
}
