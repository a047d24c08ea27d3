import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Anchored, MapView, Pixel } from '#core/mapview';
import {
  MetricText,
  ToggleButton,
  TextField,
  useI18n,
  useObservable,
  useMeasureCRS,
  useWorkingCrs,
  useSetting,
  useTranslate,
} from '#core/react';
import type { CaptureSession } from '#core/sketch';
import { ANGLE_SIGNS, unitOfCrs } from '#core/geodesy';
import {
  FIELDS,
  isGeographic,
  locksOf,
  NOTHING,
  straightOn,
  valuesAt,
  type FieldName,
  type TypedValues,
} from '../model/values.ts';
import './Fields.css';

/** CSS pixels right of and below the cursor. */
const OFFSET: Pixel = [20, 20];

interface FieldsProps {
  session: CaptureSession;
  view: MapView;
  onClose: () => void;
}

/**
 * Fields for the next vertex, at the cursor: each follows the pointer until a value is typed, which locks it. Enter
 * adds the vertex, or finishes if nothing is typed; Esc returns to the map.
 */
export default function Fields({ session, view, onClose }: FieldsProps) {
  const t = useTranslate('drafting');
  const i18n = useI18n();
  const [units] = useSetting('units');
  const [angleSymbol] = useSetting('angleSymbol');
  useMeasureCRS();
  useWorkingCrs();
  const path = useObservable(session.path.state$, session.path.state);
  const [typed, setTyped] = useState(NOTHING);
  const [deflects, setDeflects] = useState(false);
  const { frame } = session;
  const terms = { frame, units, deflects: deflects && straightOn(path.vertices, frame) !== undefined };
  const { wrong } = locksOf(typed, path.vertices, terms);
  const live = valuesAt(path, terms, i18n.language);
  const element = useAnchored(view, path.cursor ?? path.vertices.at(-1) ?? view.camera.center);
  const box = useRef<HTMLDivElement>(null);

  // Adding a vertex clears the typed values except the height.
  const count = path.vertices.length;
  const [before, setBefore] = useState(count);
  if (before !== count) {
    setBefore(count);
    setTyped({ ...NOTHING, z: typed.z });
  }
  useEffect(() => {
    box.current?.querySelector('input')?.focus();
  }, [count]);

  const change = (next: TypedValues, turns = terms.deflects) => {
    setTyped(next);
    session.path.lock(locksOf(next, path.vertices, { ...terms, deflects: turns }).locks);
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') {
      session.path.unlock();
      onClose();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (session.path.locked) session.path.addHeld();
      else session.complete();
    } else if (event.key === 'Tab' && isAtEnd(box.current, event.shiftKey)) {
      event.preventDefault();
      onClose();
    }
  };

  const isMeasured = path.vertices.length > 0 && session.path.kind !== 'point';
  const shown = FIELDS.filter((name) => isMeasured || (name !== 'distance' && name !== 'azimuth'));
  const label = (name: FieldName) => t(labelOf(name, isGeographic(frame), terms.deflects));
  const { symbol } = unitOfCrs(frame.crs);
  const symbols: Record<FieldName, string> = {
    distance: units.lengthUnit,
    azimuth: ANGLE_SIGNS[angleSymbol],
    x: symbol,
    y: symbol,
    z: units.lengthUnit,
  };
  return createPortal(
    <div ref={box} role="group" aria-label={t('panel')} className="precise" onKeyDown={press}>
      {shown.map((name) => (
        <div key={name} className="precise-field" data-typed={typed[name].trim() !== '' || undefined}>
          <TextField
            label={`${label(name)} (${symbols[name]})`}
            value={typed[name]}
            placeholder={live[name]}
            isInvalid={wrong.has(name)}
            onChange={(text) => change({ ...typed, [name]: text })}
          />
        </div>
      ))}
      {isMeasured && straightOn(path.vertices, frame) !== undefined && (
        <ToggleButton
          className="precise-deflects"
          label={t('deflects')}
          showLabel
          size="s"
          isSelected={deflects}
          onChange={(on) => {
            setDeflects(on);
            change({ ...typed, azimuth: '' }, on);
          }}
          icon={<span aria-hidden="true">∠</span>}
        />
      )}
      <p className="precise-kind" role="status">
        {session.path.locked && !path.cursor ? t('unmet') : <MetricText crs={frame.metric.crs} />}
      </p>
    </div>,
    element,
  );
}

function labelOf(name: FieldName, geographic: boolean, deflects: boolean): string {
  if (name === 'azimuth') return deflects ? 'field.deflection' : 'field.azimuth';
  if (name === 'x') return geographic ? 'field.longitude' : 'field.east';
  if (name === 'y') return geographic ? 'field.latitude' : 'field.north';
  return name === 'z' ? 'field.height' : 'field.distance';
}

/** An element of the view anchored at a position. */
function useAnchored(view: MapView, at: Parameters<Anchored['move']>[0]): HTMLElement {
  const [element] = useState(() => document.createElement('div'));
  const anchored = useRef<Anchored>(undefined);
  useLayoutEffect(() => {
    const made = view.anchor(element, view.camera.center, OFFSET);
    anchored.current = made;
    return () => made.dispose();
  }, [view, element]);
  useLayoutEffect(() => anchored.current?.move(at), [at]);
  return element;
}

/** Returns whether the focus is on the last field, or on the first when going backwards. */
function isAtEnd(box: HTMLElement | null, backwards: boolean): boolean {
  const stops = [...(box?.querySelectorAll<HTMLElement>('input, button') ?? [])];
  return document.activeElement === (backwards ? stops[0] : stops.at(-1));
}
