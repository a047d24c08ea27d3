import { useEffect, useState } from 'react';
import { allows } from '#core/access';
import { isAbort, sentenceOf } from '#core/kernel';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import { useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import type { AddClouds } from '#plugins/cloud/clouds/api';
import type { TakesFieldFiles } from '#plugins/field/surveys/api';
import './CloudDrop.css';

/** What is meant as points when it is dropped on the map: tables may be something else. */
const CLOUDS = /\.(las|laz|e57|ply|pts|xyz)$/i;
const MODELS = /\.ifc(zip)?$/i;
/** What may be of a survey: pictures. GeoTIFFs are layers. */
const FIELD = /\.(jpe?g|png|webp|avif|hei[cf])$/i;
/** What is shown on the map without an import; what it does not hold can still be attached from there. */
const LAYERS = /\.(zip|geojson|json|geojsonl|ndjson|topojson|gpx|kml|kmz|gpkg|fgb|gml|dxf|mif|cxf|tiff?)$/i;
const GUARDS = {
  clouds: { needs: ['pointcloud.write'], layers: ['point-cloud'] },
  'bim-models': { needs: ['bim.write'], layers: ['bim'] },
  'external-layers': { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'] },
  documents: { needs: ['files.write'] },
  surveys: { needs: ['files.write'] },
} as const;

/**
 * Point clouds and models dropped on the map are added to the open project, panoramas with the photos and tracks beside them to
 * one of its surveys, files with objects or a GeoTIFF are shown as layers; all other files are attached as documents.
 */
export function CloudDrop() {
  const t = useTranslate('cloud-drop');
  const host = useService(HOST);
  const projects = useService(PROJECTS);
  const session = useService(SESSION);
  const toasts = useService(TOASTS);
  const [over, setOver] = useState(false);
  useEffect(() => {
    // So that it is here when the file is dropped; if it cannot be loaded, the drop says so.
    if (over) for (const { id, load } of host.manifests) if (id in GUARDS) load().catch(() => undefined);
  }, [host, over]);
  useEffect(() => {
    const add = async (projectId: string, plugin: keyof typeof GUARDS, files: readonly File[]) => {
      if (files.length === 0) return;
      if (!session.me || !allows(session.me, GUARDS[plugin])) {
        toasts.show('error', t(`denied.${plugin}`));
        return;
      }
      try {
        (await host.service<AddClouds>(plugin, `${plugin}.Add`))(projectId, files);
      } catch (thrown) {
        if (!isAbort(thrown)) toasts.show('error', sentenceOf(thrown));
      }
    };
    // Fields and dialogs that take files do so themselves.
    const isOurs = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true &&
      !(event.target as Element).closest('.g-drop, [role=dialog]');
    const onOver = (event: DragEvent) => {
      setOver(isOurs(event));
      if (isOurs(event)) event.preventDefault();
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      const projectId = projects.current?.project.id;
      if (projectId === undefined) return;
      void share(projectId, [...(event.dataTransfer?.files ?? [])]);
    };
    const share = async (projectId: string, all: readonly File[]) => {
      const ofField = await takenBySurveys(all);
      const files = all.filter((file) => !ofField.includes(file));
      const ofKind = (kind: RegExp) => files.filter(({ name }) => kind.test(name));
      void add(projectId, 'surveys', ofField);
      void add(projectId, 'clouds', ofKind(CLOUDS));
      void add(projectId, 'bim-models', ofKind(MODELS));
      void add(projectId, 'external-layers', ofKind(LAYERS));
      const isOther = ({ name }: File) => ![CLOUDS, MODELS, LAYERS].some((kind) => kind.test(name));
      void add(projectId, 'documents', files.filter(isOther));
    };
    /** Panoramas, and pictures with a track. Whoever may not add to surveys, and when its code cannot be loaded: none. */
    const takenBySurveys = async (files: readonly File[]): Promise<readonly File[]> => {
      if (!session.me || !allows(session.me, GUARDS.surveys) || !files.some(({ name }) => FIELD.test(name)))
        return [];
      return host.service<TakesFieldFiles>('surveys', 'surveys.Takes').then(
        (takes) => takes(files),
        () => [],
      );
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [host, projects, session, t, toasts]);
  return over ? <p className="cloud-drop">{t('over')}</p> : null;
}
