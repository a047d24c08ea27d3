import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#core/protocol';
import type { Root } from '../features/types.ts';
import type { Services } from '../../platform/services/services.ts';
import type { WfsRequest } from './request.ts';

/** A request to the service of a root. */
export interface WfsServiceRequest extends Root {
  services: Services;
  /** Absolute URL of the service. */
  base: string;
  language: Language;
  wfs: WfsRequest;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** The URL of a GET request to the service. */
export function requestTo(base: string, query: Record<string, string>): string {
  return `${base}?${new URLSearchParams({ service: 'WFS', ...query }).toString()}`;
}
