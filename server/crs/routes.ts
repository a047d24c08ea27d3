import { crsSearch } from '#core/protocol';
import { route, type Route } from '../http/context.ts';
import { searchCrs } from './catalogue.ts';

export const routes: Route[] = [route(crsSearch, ({ query }) => searchCrs(query.search ?? ''))];
