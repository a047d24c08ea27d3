import { AppError } from '#core/kernel';
import type { OfferedService } from '../../api.ts';
import { readWms } from './read-wms.ts';
import { readCollections, readWfs } from './read-wfs.ts';
import { readWmts } from './read-wmts.ts';

/** Reads the capabilities of a WMS, WMTS or WFS, or the collections of an OGC API – Features (READ_SERVICE). */
export function readService(text: string, address: string): OfferedService {
  if (text.trim() === '') throw unreadable('empty', text);
  if (/^\s*(?:<!doctype html|<html)/i.test(text)) throw unreadable('page', text);
  if (text.trimStart().startsWith('{')) return offering(collectionsIn(text, address), text);
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  const name = root.localName;
  if (name === 'parsererror' || root.querySelector('parsererror')) throw unreadable('broken', text);
  if (/^(ServiceExceptionReport|ExceptionReport)$/.test(name))
    throw unreadable('exception', root.textContent.trim().replace(/\s+/g, ' '));
  const isWmts = name === 'Capabilities' && root.namespaceURI?.includes('/wmts/');
  const isWms = name === 'WMS_Capabilities' || name === 'WMT_MS_Capabilities';
  if (name === 'WFS_Capabilities') return offering(readWfs(root, address), text);
  if (!isWmts && !isWms) throw unreadable('other', name);
  return offering(isWmts ? readWmts(text) : readWms(text, address), text);
}

function collectionsIn(text: string, address: string): OfferedService {
  try {
    return readCollections(text, address);
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : unreadable('broken', text);
  }
}

function offering(service: OfferedService, text: string): OfferedService {
  if (service.layers.length === 0) throw unreadable('no-layers', text);
  return service;
}

function unreadable(reason: string, detail: string): AppError {
  return new AppError(`service.${reason}`, detail.slice(0, 300));
}
